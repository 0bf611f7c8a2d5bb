import type { ByteSource } from '../byte-source.ts'
import type { RecordingHeader } from '../header.ts'
import { asc } from './asc.ts'
import { busmaster } from './busmaster.ts'
import { candump } from './candump.ts'
import { cssCsv } from './css-csv.ts'
import { blf } from './blf.ts'
import { dlt } from './dlt.ts'
import { headBytes, type Format } from './format.ts'
import { gvret } from './gvret.ts'
import { mdf3 } from './mdf3.ts'
import { mf4 } from './mf4.ts'
import { mfc } from './mfc.ts'
import { microchip } from './microchip.ts'
import { pcap, pcapng } from './pcap.ts'
import { pythonCanCsv } from './python-can-csv.ts'
import { carBus, idList } from './refused.ts'
import { sqlite } from './sqlite.ts'
import { trc } from './trc.ts'
import { vsb } from './vsb.ts'

/** Every format that can be read, in the order in which they are asked. */
export const formats: readonly Format[] = [
  vsb,
  mf4,
  mfc,
  mdf3,
  blf,
  pcap,
  pcapng,
  sqlite,
  dlt,
  asc,
  trc,
  candump,
  gvret,
  cssCsv,
  pythonCanCsv,
  busmaster,
  microchip,
  idList,
  carBus,
]

/** The format of the content, or null when it is no recording that we know. */
export async function detectFormat(source: ByteSource): Promise<Format | null> {
  const head = await source.read(0, Math.min(headBytes, source.size))
  return formats.find((format) => format.detect(head)) ?? null
}

/**
 * Header of a recording, or null when the content is no recording that we know.
 * Throws ShortRead, DamagedBlock or UnsupportedFeature as `Format.readHeader` does.
 */
export async function readHeader(source: ByteSource): Promise<RecordingHeader | null> {
  const format = await detectFormat(source)
  return format ? format.readHeader(source) : null
}
