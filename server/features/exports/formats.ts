import type { ExportFormat as Listed } from '#contract/exports.ts'
import { exportFormats } from '#recording/exports/export-formats.ts'
import type { ExportFormat } from '#recording/exports/export-formats.ts'

/** A format as people choose it. The value is one bit for ever: requests hold sums of them. */
export interface OfferedFormat {
  readonly value: number
  /** Stands in the arguments of jobs. */
  readonly id: string
  readonly name: string
  readonly format: ExportFormat
  /** Where the format takes frames and signals, and this is not what it usually means. */
  readonly content?: 'frames' | 'signals'
  /** What names of such files have after the stem. */
  readonly mark: string
}

function offered(
  value: number,
  id: string,
  name: string,
  kind: Partial<Pick<OfferedFormat, 'content' | 'mark'>> = {},
): OfferedFormat {
  const format = exportFormats.find((one) => one.id === id.split(' ')[0])
  if (format === undefined) throw new Error(`There is no export format ${id}; repair server/features/exports/formats.ts`)
  return { value, id, name, format, mark: '', ...kind }
}

export const offeredFormats: readonly OfferedFormat[] = [
  offered(1, 'asc', 'Vector ASC'),
  offered(2, 'blf', 'Vector BLF'),
  offered(4, 'csv', 'CSV'),
  offered(8, 'mf4', 'MDF 4'),
  offered(16, 'sqlite', 'SQLite'),
  offered(32, 'parquet', 'Parquet'),
  offered(64, 'mat', 'MATLAB'),
  offered(128, 'pcap', 'PCAP'),
  offered(256, 'pcapng', 'PCAPNG'),
  offered(512, 'vsb', 'VSB'),
  offered(1024, 'csv frames', 'CSV (frames)', { content: 'frames', mark: '_frames' }),
  offered(2048, 'mf4 signals', 'MDF 4 (signals)', { content: 'signals', mark: '_signals' }),
]

/** The formats of a sum of values; undefined when a bit is of none. */
export function formatsOf(sum: number): readonly OfferedFormat[] | undefined {
  const chosen = offeredFormats.filter(({ value }) => Math.floor(sum / value) % 2 === 1)
  return chosen.reduce((rest, { value }) => rest - value, sum) === 0 && chosen.length > 0 ? chosen : undefined
}

export function listedFormats(sort: 'id' | 'name' | 'extension' | 'exporterValue'): Listed[] {
  const listed = offeredFormats.map(({ value, name, format }, at) => ({
    id: at + 1,
    name,
    extension: format.extension,
    enabled: true,
    exporterValue: value,
  }))
  return listed.toSorted((a, b) => (a[sort] < b[sort] ? -1 : a[sort] > b[sort] ? 1 : a.id - b.id))
}
