import type { ReadWish } from '#recording/byte-source.ts'
import { RecordingError } from '#recording/recording-error.ts'
import type { SignalStore } from '#recording/signal-store/store.ts'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { Access, ArchiveResource, CallName, Calls, FromWorker, ToWorker, ViewerProblem } from './protocol.ts'
import type { StoreEnd } from './store-end.ts'
import { openArchiveStore } from './worker/archive-store.ts'
import { deviationOf } from './worker/deviation.ts'
import { viewedSignals } from './worker/open-recording.ts'
import type { OpenRecording } from './worker/open-recording.ts'
import { readAround } from './worker/read-around.ts'

/*
 * The only place where the browser runs `recording`: one worker holds one recording (protocol.ts). Readers of formats, the
 * decoder and exports are loaded when they are needed: to draw a recording of the archive takes none of them.
 */

let store: SignalStore | null = null
let opening: Promise<Pick<OpenRecording, 'frames' | 'log'>> | null = null
/** Of a recording of the archive, bytes. */
let archivedSize = 0
/** Reading is a request: what will be wanted next is read ahead. */
let isArchived = false
const running = new Map<number, AbortController>()

const wanted = new Map<number, { resolve: (access: Access) => void; reject: (error: Error) => void }>()
let wishes = 0
/** What the page reads while a recording is opened. */
let end = Promise.withResolvers<StoreEnd | null>()

/** `given`: memory that goes over to the page rather than being copied. */
function tell(message: FromWorker, given: readonly ArrayBufferLike[] = []): void {
  postMessage(message, { transfer: [...given] })
}

/** The memory of an answer's columns, which were made for it. */
function buffersOf(answer: unknown): ArrayBufferLike[] {
  if (typeof answer !== 'object' || answer === null) return []
  const columns = Object.values(answer).filter((column) => ArrayBuffer.isView(column))
  return [...new Set(columns.map(({ buffer }) => buffer))]
}

function access(resource: ArchiveResource): Promise<Access> {
  const number = ++wishes
  const { promise, resolve, reject } = Promise.withResolvers<Access>()
  wanted.set(number, { resolve, reject })
  tell({ kind: 'wanted', number, resource })
  return promise
}

/** One after the other: the file asked for last is the one that stays open. */
let lastRead: Promise<unknown> = Promise.resolve()

function readFile(file: File, catalogs: readonly File[]): Promise<Calls['openFile']['answer']> {
  const reading = lastRead.then(() => readNow(file, catalogs))
  lastRead = reading.catch(() => undefined)
  return reading
}

async function readNow(file: File, catalogs: readonly File[]): Promise<Calls['openFile']['answer']> {
  const size = file.size
  isArchived = false
  const { openLocalFile } = await import('./worker/local-file.ts')
  const { opened, open } = await openLocalFile(file, catalogs, (done) => tell({ kind: 'progress', done, size }))
  store = open.store
  opening = Promise.resolve(open)
  return opened
}

async function frames(): Promise<Pick<OpenRecording, 'frames' | 'log'>> {
  opening ??= archiveFrames()
  // what failed may be tried again
  opening.catch(() => (opening = null))
  return await opening
}

async function archiveFrames(): Promise<Pick<OpenRecording, 'frames' | 'log'>> {
  const { openArchiveFrames } = await import('./worker/archive-frames.ts')
  return await openArchiveFrames(archivedSize, access, store)
}

function signalAt(index: number): { store: SignalStore; signal: StoredSignal } {
  const signal = store?.signals[index]
  if (store === null || signal === undefined) throw new RangeError(`There is no signal ${index}.`)
  return { store, signal }
}

type Handlers = {
  [Name in CallName]: (ask: Calls[Name]['ask'], signal: AbortSignal) => Promise<Calls[Name]['answer']>
}

/** What somebody looks at comes first, then what the pointer tells, then figures. */
const rank = { tile: 0, value: 1, figures: 2, deviation: 3, export: 4 } as const
const wish = (of: keyof typeof rank, signal: AbortSignal): ReadWish => ({ rank: rank[of], signal })

const handlers: Handlers = {
  openFile: ({ file, catalogs }) => readFile(file, catalogs),
  async openArchive({ signalsSize, fileSize }) {
    archivedSize = fileSize
    isArchived = true
    store = signalsSize === null ? null : await openArchiveStore(signalsSize, access, end.promise)
    return viewedSignals(store)
  },
  async tile({ signal: index, fromNs, toNs, columns }, abort) {
    const { store: from, signal } = signalAt(index)
    const tile = await from.tile(signal, fromNs, toNs, columns, wish('tile', abort))
    if (isArchived) readAround(from, signal, { fromNs, toNs, columns })
    return tile
  },
  async samples({ signal: index, fromNs, toNs, most }) {
    const { store: from, signal } = signalAt(index)
    return await from.samples(signal, fromNs, toNs, most)
  },
  async statistics({ signal: index, fromNs, toNs }, abort) {
    const { store: from, signal } = signalAt(index)
    return await from.statistics(signal, fromNs, toNs, wish('figures', abort))
  },
  async deviation({ signal: index, ...window }, abort) {
    const { store: from, signal } = signalAt(index)
    return await deviationOf(from, signal, window, wish('deviation', abort))
  },
  async exportWindow({ signals, ...window }) {
    if (store === null) throw new RangeError('The recording has no signals.')
    const { exportedWindow } = await import('./worker/window-export.ts')
    return await exportedWindow(
      store,
      signals.map((index) => signalAt(index).signal),
      window,
    )
  },
  async valueAt({ signal: index, timeNs }, abort) {
    const { store: from, signal } = signalAt(index)
    return await from.valueAt(signal, timeNs, wish('value', abort))
  },
  async texts({ signal: index }) {
    const { store: from, signal } = signalAt(index)
    return await from.texts(signal)
  },
  frames: async ({ from, count, filter }) => (await frames()).frames.page(from, count, filter),
  frameAt: async ({ timeNs, filter }) => (await frames()).frames.placeAt(timeNs, filter),
  async latestFrames({ timeNs }) {
    const { latestFrames } = await import('./worker/latest-frames.ts')
    return latestFrames((await frames()).frames, timeNs)
  },
  async frameValues({ row }, abort) {
    const { log } = await frames()
    const { frameValues } = await import('./worker/frame-values.ts')
    return store === null ? [] : await frameValues(store, log, row, wish('value', abort))
  },
  async ways() {
    const { waysOfWorking } = await import('./worker/ways.ts')
    return waysOfWorking()
  },
}

function problemOf(error: unknown): ViewerProblem {
  if (error instanceof RecordingError) return { message: error.message, offset: error.offset }
  return { message: error instanceof Error ? error.message : String(error), offset: null }
}

function answer<Name extends CallName>(number: number, name: Name, ask: Calls[Name]['ask']): void {
  const { signal } = start(number)
  handlers[name](ask, signal)
    .then(
      (given) =>
        signal.aborted ? undefined : tell({ kind: 'answer', number, answer: given }, name === 'tile' ? buffersOf(given) : []),
      (error: unknown) => (signal.aborted ? undefined : tell({ kind: 'failed', number, problem: problemOf(error) })),
    )
    .finally(() => running.delete(number))
}

function start(number: number): AbortController {
  const controller = new AbortController()
  running.set(number, controller)
  return controller
}

addEventListener('message', ({ data: message }: MessageEvent<ToWorker>) => {
  if (message.kind === 'call') return answer(message.number, message.name, message.ask)
  if (message.kind === 'cancel') return running.get(message.number)?.abort()
  if (message.kind === 'end') {
    end.resolve(message.end)
    end = Promise.withResolvers()
    return
  }
  const asked = wanted.get(message.number)
  wanted.delete(message.number)
  if (message.access !== null) asked?.resolve(message.access)
  else asked?.reject(new Error(message.problem ?? 'The recording cannot be reached.'))
})
