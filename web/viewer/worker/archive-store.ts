import { openSignalStore } from '#recording/signal-store/store.ts'
import type { SignalStore } from '#recording/signal-store/store.ts'
import type { Access, ArchiveResource } from '../protocol.ts'
import type { StoreEnd } from '../store-end.ts'
import { joinedSource } from './joined-source.ts'
import { rangeSource } from './range-source.ts'

/** Blocks of a screen or two; what was on it before is asked for again when somebody goes back. */
const blockBytes = 24 * 1024 * 1024

export type AskAccess = (resource: ArchiveResource) => Promise<Access>

/** The signal store of a recording of the archive: blocks are read when somebody looks at them. `end` is read already. */
export async function openArchiveStore(size: number, access: AskAccess, end: Promise<StoreEnd | null>): Promise<SignalStore> {
  const source = joinedSource(rangeSource(size, () => access('signals'), end))
  return await openSignalStore(source, { cacheBytes: blockBytes })
}
