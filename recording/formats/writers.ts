import { ascWriter } from './asc.ts'
import { blfWriter } from './blf.ts'
import type { FrameFormat } from './format.ts'
import { mf4Writer } from './mf4/frame-format.ts'
import { pythonCanCsvWriter } from './python-can-csv.ts'
import { pcapngWriter, pcapWriter } from './pcap.ts'
import { sqliteWriter } from './sqlite.ts'
import { vsbWriter } from './vsb/frame-format.ts'

/** Every format that frames can be written in. */
export const frameFormats: readonly FrameFormat[] = [
  vsbWriter,
  mf4Writer,
  ascWriter,
  pythonCanCsvWriter,
  blfWriter,
  pcapWriter,
  pcapngWriter,
  sqliteWriter,
]
