import { csvTable } from '#recording/exports/csv.ts'
import { matTable } from '#recording/exports/mat.ts'
import { parquetTable } from '#recording/exports/parquet.ts'
import type { TableFormat } from '#recording/exports/table-format.ts'
import type { FrameFormat } from '#recording/formats/format.ts'
import { formats } from '#recording/formats/registry.ts'
import { frameFormats } from '#recording/formats/writers.ts'

/** Every format that signals are exported in. */
export const tableFormats: readonly TableFormat[] = [csvTable, parquetTable, matTable]

/** What an extension stands for; a table of signals and frames may share one, as CSV does. */
export interface OutputFormat {
  readonly frames: FrameFormat | undefined
  readonly signals: TableFormat | undefined
}

/** The formats of a file name's extension; null when there is none. */
export function outputFormat(path: string): OutputFormat | null {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  const frames = frameFormats.find((format) => extensionsOf(format).includes(extension))
  const signals = tableFormats.find(({ id }) => id === extension)
  return frames || signals ? { frames, signals } : null
}

/** All extensions that can be written, for people. */
export function outputExtensions(): string {
  const frames = frameFormats.map((format) => `.${extensionsOf(format)[0] ?? format.id}`)
  const signals = tableFormats.map(({ id }) => `.${id}`)
  return `frames: ${frames.join(' ')}; signals: ${signals.join(' ')}`
}

/** A format is usually read with the same extensions as it is written. */
function extensionsOf({ id }: FrameFormat): readonly string[] {
  return [id, ...(formats.find((format) => format.id === id)?.extensions ?? [])]
}
