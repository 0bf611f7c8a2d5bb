import { parentPort } from 'node:worker_threads'
import type { ByteSource } from '#recording/byte-source.ts'
import type { AppliedCatalog } from '#recording/catalogs/catalog.ts'
import { catalogFromForm } from '#recording/catalogs/form.ts'
import { obdCatalog } from '#recording/diagnostics/obd-catalog.ts'
import { exportFormats } from '#recording/exports/export-formats.ts'
import type { ExportWish } from '#recording/exports/export-recording.ts'
import type { ExportSource } from '#recording/exports/export-source.ts'
import { exportRecording, NothingToExport } from '#recording/exports/export-recording.ts'
import { signalsNamed } from '#recording/exports/signal-choice.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { nanosecondsBetween } from '#recording/instant.ts'
import { RecordingError } from '#recording/recording-error.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import { readAhead } from '#server/features/ingest/thread-source.ts'
import { preferNativeInflater } from '#server/native-inflater.ts'
import type { ExportOutcome, ExportTask, FromThread, Question, ToThread } from './thread-messages.ts'
import { ThreadSink } from './thread-sink.ts'

/* Runs in a worker thread: exports one recording, whatever its bytes do to it. */

preferNativeInflater()

const waiting = new Map<number, (bytes: Uint8Array<ArrayBuffer> | null) => void>()
let requests = 0

function tell(message: FromThread, given: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, given)
}

/** A question that cannot be answered ends this thread. */
function ask(question: Question, given: ArrayBuffer[] = []): Promise<Uint8Array<ArrayBuffer> | null> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer> | null>()
  const request = ++requests
  waiting.set(request, resolve)
  tell({ kind: 'ask', request, question }, given)
  return promise
}

async function askBytes(question: Question): Promise<Uint8Array> {
  const answer = await ask(question)
  if (answer === null) throw new TypeError(`${question.kind} was not answered with bytes`)
  return answer
}

async function sourceOf(task: ExportTask): Promise<ExportSource | null> {
  const source = readAhead(task.fileSize, (offset, length) => askBytes({ kind: 'bytes', of: 'file', offset, length }))
  const format = await detectFormat(source)
  if (format === null) return null
  const stored = storeSource(task.storeSize)
  return {
    format,
    source,
    catalogs: task.signals === null ? [] : await catalogsOf(task),
    store: stored && (await openSignalStore(stored)),
  }
}

function storeSource(size: number | null): ByteSource | null {
  if (size === null) return null
  return { size, read: (offset, length) => askBytes({ kind: 'bytes', of: 'store', offset, length }) }
}

/** Which messages hold chosen signals: asked where frames are written. */
async function catalogsOf({ catalogs }: ExportTask): Promise<AppliedCatalog[]> {
  const applied: AppliedCatalog[] = []
  for (const { versionId, channels } of catalogs) {
    const catalog = catalogFromForm(new TextDecoder().decode(await askBytes({ kind: 'form', versionId })))
    applied.push(channels === null ? { catalog } : { catalog, channels })
  }
  return [...applied, { catalog: obdCatalog }]
}

function wishOf({ format: id, content, hertz, startMs, endMs, signals }: ExportTask): ExportWish {
  const format = exportFormats.find((one) => one.id === id)
  if (format === undefined) throw new RangeError(`There is no export format ${id}`)
  return {
    format,
    hertz,
    ...(content !== null && { content }),
    ...(signals !== null && { signals: signalsNamed(signals) }),
    window: (origin) => ({
      fromNs: startMs === null ? -Infinity : nanosecondsBetween(origin, { epochMs: startMs, nanos: 0 }),
      toNs: endMs === null ? Infinity : nanosecondsBetween(origin, { epochMs: endMs, nanos: 0 }),
    }),
  }
}

async function run(task: ExportTask): Promise<ExportOutcome> {
  const sink = new ThreadSink((offset, bytes) => ask({ kind: 'write', offset, bytes }, [bytes.buffer]))
  try {
    const from = await sourceOf(task)
    if (from === null) return { kind: 'refused', reason: 'The file is no recording that can be read' }
    const { content, count, leftOut, problem = null } = await exportRecording(from, wishOf(task), sink)
    await sink.end()
    return { kind: 'exported', content, count, size: sink.position, leftOut: [...leftOut], problem }
  } catch (error) {
    const isClear = error instanceof NothingToExport || error instanceof RecordingError || error instanceof RangeError
    if (isClear) return { kind: 'refused', reason: error.message }
    return { kind: 'refused', reason: `The exporter failed: ${error instanceof Error ? error.message : String(error)}` }
  }
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'answer') {
    waiting.get(message.request)?.(message.bytes)
    waiting.delete(message.request)
  } else void run(message.task).then((outcome) => tell({ kind: 'ended', outcome }))
})
