import type { TableFormat } from '#recording/exports/table-format.ts'
import { storeTable } from '#recording/exports/store-table.ts'
import type { SignalStore } from '#recording/signal-store/store.ts'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { WindowExport } from '../protocol.ts'
import { BlobSink } from './blob-sink.ts'

/** Signals of a window, ends included, as a file of the export formats. */
export async function exportedWindow(
  store: SignalStore,
  signals: readonly StoredSignal[],
  { fromNs, toNs, format }: Omit<WindowExport, 'signals'>,
): Promise<Blob> {
  const sink = new BlobSink(format === 'csv' ? 'text/csv' : 'application/octet-stream')
  const table = await storeTable(store, signals)
  const writer = await formats[format]()
  // A table's selection leaves its end out.
  const after = toNs + Math.max(1, Math.abs(toNs) * Number.EPSILON * 2)
  await writer.write(table, { selection: { fromNs, toNs: after }, hertz: null }, sink)
  return sink.blob()
}

/** Loaded when somebody exports. */
const formats: Record<WindowExport['format'], () => Promise<TableFormat>> = {
  csv: async () => (await import('#recording/exports/csv.ts')).csvTable,
  mf4: async () => (await import('#recording/exports/mf4.ts')).mf4Table,
}
