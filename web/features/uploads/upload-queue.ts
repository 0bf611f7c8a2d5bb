import type { Failure } from './failure.ts'
import type { Completed, Transfer, TransferGiven } from './transfer.ts'
import type { Unfinished } from './unfinished.ts'

/** Uploads that send at the same time. */
export const mostAtOnce = 3

/**
 * waiting: for its turn · sending · paused: by the user · failed: with its sentence · done · duplicate: the archive had
 * the same bytes · missing: begun before a reload, its file must be got again
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'failed' | 'done' | 'duplicate' | 'missing'

export interface UploadEntry extends Unfinished {
  state: UploadState
  sent: number
  failure: Failure | null
  uploadId: number | null
}

interface Surroundings {
  start: (given: TransferGiven) => Transfer
  /** Keeps what must survive a reload, and forgets it. */
  save: (entry: Unfinished) => void
  forget: (key: string) => void
  /** A file has arrived and is new. */
  arrived: () => void
}

/** The uploads of this tab: at most three send, the others wait their turn in order. */
export function makeUploadQueue({ start, save, forget, arrived }: Surroundings) {
  let entries: readonly UploadEntry[] = []
  const files = new Map<string, File>()
  const transfers = new Map<string, Transfer>()
  const listeners = new Set<() => void>()

  function set(next: readonly UploadEntry[]) {
    entries = next
    for (const listener of listeners) listener()
  }

  function change(key: string, part: Partial<UploadEntry>) {
    set(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)))
  }

  const find = (key: string) => entries.find((entry) => entry.key === key)

  function fill() {
    const free = mostAtOnce - entries.filter(({ state }) => state === 'sending').length
    for (const { key } of entries.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) send(key)
  }

  function send(key: string) {
    const entry = find(key)
    const file = files.get(key)
    if (entry === undefined || file === undefined) return
    change(key, { state: 'sending', failure: null })
    transfers.set(
      key,
      start({
        file,
        metadata: entry.metadata,
        url: entry.url,
        onUrl: (url) => {
          change(key, { url })
          const now = find(key)
          if (now) save(recordOf(now))
        },
        onProgress: (sent) => change(key, { sent }),
        onDone: (completed) => finish(key, completed),
        onFailed: (failure) => {
          transfers.delete(key)
          change(key, { state: 'failed', failure })
          fill()
        },
      }),
    )
  }

  function finish(key: string, { uploadId, duplicate }: Completed) {
    transfers.delete(key)
    files.delete(key)
    forget(key)
    change(key, { state: duplicate ? 'duplicate' : 'done', sent: find(key)?.size ?? 0, uploadId })
    if (!duplicate) arrived()
    fill()
  }

  function stop(key: string, how: 'pause' | 'abandon') {
    const transfer = transfers.get(key)
    transfers.delete(key)
    // Whether the server could be told or not, nothing is sent any more; it forgets abandoned uploads by itself in time.
    void transfer?.[how]().catch(() => undefined)
  }

  return {
    snapshot: () => entries,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Uploads to send, in order. */
    add(given: ReadonlyArray<{ file: File; record: Unfinished }>) {
      for (const { file, record } of given) {
        files.set(record.key, file)
        save(record)
      }
      set([
        ...entries,
        ...given.map(({ record }): UploadEntry => ({ ...record, state: 'waiting', sent: 0, failure: null, uploadId: null })),
      ])
      fill()
    },
    /** Uploads that had begun before the page was loaded. */
    recall(records: readonly Unfinished[]) {
      const known = new Set(entries.map(({ key }) => key))
      set([
        ...entries,
        ...records
          .filter(({ key }) => !known.has(key))
          .map((record): UploadEntry => ({ ...record, state: 'missing', sent: 0, failure: null, uploadId: null })),
      ])
    },
    /** Gives a recalled upload its file; it goes on where the server has it. */
    supply(key: string, file: File) {
      files.set(key, file)
      change(key, { state: 'waiting' })
      fill()
    },
    pause(key: string) {
      stop(key, 'pause')
      change(key, { state: 'paused' })
      fill()
    },
    /** Goes on after a pause or a failure. */
    resume(key: string) {
      change(key, { state: 'waiting', failure: null })
      fill()
    },
    /** Gives it up: the server forgets what it has. Returns the address for an upload that is not being sent. */
    cancel(key: string): string | null {
      const entry = find(key)
      const running = transfers.has(key)
      stop(key, 'abandon')
      files.delete(key)
      forget(key)
      set(entries.filter((other) => other.key !== key))
      fill()
      return running ? null : (entry?.url ?? null)
    },
    /** Takes finished ones off the list. */
    clearFinished: () => set(entries.filter(({ state }) => state !== 'done' && state !== 'duplicate')),
    /** After the network came back. */
    retryPassing() {
      for (const { key, state, failure } of entries)
        if (state === 'failed' && failure?.passing) change(key, { state: 'waiting', failure: null })
      fill()
    },
  }
}

export type UploadQueue = ReturnType<typeof makeUploadQueue>

const recordOf = ({ key, url, path, size, lastModified, targetName, metadata }: UploadEntry): Unfinished => ({
  key,
  url,
  path,
  size,
  lastModified,
  targetName,
  metadata,
})

/** Bytes sent and to send of everything on the list that is not recalled, and whether leaving now would stop something. */
export function totalOf(entries: readonly UploadEntry[]): { sent: number; size: number; busy: boolean; open: number } {
  const counted = entries.filter(({ state }) => state !== 'missing')
  return {
    sent: counted.reduce((sum, { sent }) => sum + sent, 0),
    size: counted.reduce((sum, { size }) => sum + size, 0),
    busy: entries.some(({ state }) => state === 'sending' || state === 'waiting'),
    open: entries.filter(({ state }) => state !== 'done' && state !== 'duplicate').length,
  }
}
