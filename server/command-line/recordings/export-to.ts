import type { ByteSink } from '#recording/byte-sink.ts'
import type { AppliedCatalog } from '#recording/catalogs/catalog.ts'
import { hasSignals } from '#recording/exports/decoded-store.ts'
import type { Exported, ExportWish } from '#recording/exports/export-recording.ts'
import { exportRecording, NothingToExport } from '#recording/exports/export-recording.ts'
import { Failure, exit } from '../failure.ts'
import type { OpenedRecording } from './opened-recording.ts'
import { withScratchFile } from './scratch-file.ts'

/**
 * Exports an opened recording.
 * @throws Failure when nothing is left to write, or the wish cannot be fulfilled
 */
export async function exportTo(
  { path, format, source }: OpenedRecording,
  catalogs: readonly AppliedCatalog[],
  wish: ExportWish,
  sink: ByteSink,
): Promise<Exported> {
  if (wish.content === 'signals' && !(await hasSignals({ format, source, catalogs }))) throw noSignals(path)
  try {
    return await withScratchFile(async (scratch) => await exportRecording({ format, source, catalogs, scratch }, wish, sink))
  } catch (error) {
    if (error instanceof NothingToExport) throw new Failure(`${path}: ${error.message}; nothing was written.`)
    if (error instanceof RangeError) throw new Failure(`${path}: ${error.message}.`)
    throw error
  }
}

export function noSignals(path: string): Failure {
  return new Failure(`${path} holds no signals: name a catalog with --dbc to decode its frames.`, exit.usage)
}
