import type { FrameFormat } from '../formats/format.ts'
import { formats } from '../formats/registry.ts'
import { frameFormats } from '../formats/writers.ts'
import { csvTable } from './csv.ts'
import { matTable } from './mat.ts'
import { mf4Table } from './mf4.ts'
import { parquetTable } from './parquet.ts'
import type { TableFormat } from './table-format.ts'

/**
 * What a file name's extension stands for. What takes frames keeps what its `abilities` say, within a time range and of
 * chosen buses, identifiers or messages. What takes signals keeps all of them, within a time range, of chosen names, as
 * recorded or at a rate.
 */
export interface ExportFormat {
  /** Stable id. */
  readonly id: string
  readonly name: string
  /** The usual extension, without the dot. */
  readonly extension: string
  readonly extensions: readonly string[]
  readonly frames?: FrameFormat
  readonly signals?: TableFormat
  /** What is written of a recording that has both, unless it is asked for. */
  readonly usual: 'frames' | 'signals'
}

const tables: readonly TableFormat[] = [csvTable, parquetTable, matTable, mf4Table]
const frameFormatOfCsv = 'python-can-csv'

/** Every format that a recording can be exported to. */
export const exportFormats: readonly ExportFormat[] = [
  ...frameFormats.filter(({ id }) => id !== frameFormatOfCsv).map(ofFrames),
  ofTable(csvTable),
  ofTable(parquetTable),
  ofTable(matTable),
]

function ofFrames(frames: FrameFormat): ExportFormat {
  const { id, name } = frames
  const others = formats.find((format) => format.id === id)?.extensions ?? []
  // SQLite logs are called .db by everybody
  const extension = id === 'sqlite' ? 'db' : id
  const signals = tables.find((table) => table.id === id)
  return { id, name, extension, extensions: [...new Set([extension, id, ...others])], frames, signals, usual: 'frames' }
}

/** Tables of frames are written where there are no signals. */
function ofTable(signals: TableFormat): ExportFormat {
  const { id, name } = signals
  const frames = id === 'csv' ? frameFormats.find((format) => format.id === frameFormatOfCsv) : undefined
  return { id, name, extension: id, extensions: [id], ...(frames && { frames }), signals, usual: 'signals' }
}

/** The format of an extension (lower case, without the dot). */
export function exportFormatOf(extension: string): ExportFormat | undefined {
  return exportFormats.find(({ extensions }) => extensions.includes(extension))
}
