import type { ByteSource } from '../byte-source.ts'
import type { AppliedCatalog } from '../catalogs/catalog.ts'
import type { Format } from '../formats/format.ts'
import type { AppendSink } from '../signal-store/block-writer.ts'
import type { SignalStore } from '../signal-store/store.ts'

/** A place for bytes that are written once, then read: a temporary file. */
export interface Scratch extends AppendSink {
  /** After the last `write`. */
  source(): Promise<ByteSource>
}

/** What is exported. */
export interface ExportSource {
  readonly format: Format
  readonly source: ByteSource
  /** What decodes its frames, the most special first. */
  readonly catalogs: readonly AppliedCatalog[]
  /** Its signals, where they have been decoded before; null: there are none. */
  readonly store?: SignalStore | null
  /** Where its signals wait when they have not; memory otherwise. */
  readonly scratch?: Scratch
}
