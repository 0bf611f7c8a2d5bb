import { ascWriter } from './asc.ts'
import { blfWriter } from './blf.ts'
import type { FrameFormat } from './format.ts'
import { pythonCanCsvWriter } from './python-can-csv.ts'
import { pcapngWriter, pcapWriter } from './pcap.ts'

/** Every format that frames can be written in. */
export const frameFormats: readonly FrameFormat[] = [ascWriter, pythonCanCsvWriter, blfWriter, pcapWriter, pcapngWriter]
