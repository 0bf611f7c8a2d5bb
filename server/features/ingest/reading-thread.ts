import { parentPort } from 'node:worker_threads'
import type { AppliedCatalog, Catalog } from '#recording/catalogs/catalog.ts'
import { CatalogError } from '#recording/catalogs/catalog-error.ts'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { catalogFromForm, catalogToForm } from '#recording/catalogs/form.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import type { Instant } from '#recording/instant.ts'
import { readRecording } from '#recording/reading/recording-pass.ts'
import { RecordingError } from '#recording/recording-error.ts'
import { preferNativeInflater } from '#server/native-inflater.ts'
import { ThreadStoreOutput } from './store-output.ts'
import type { CatalogChoice, FromThread, Look, ParsedCatalog, Question, ToThread } from './thread-messages.ts'
import { readAhead } from './thread-source.ts'

/* Runs in a worker thread: looks into one file after the other, whatever their bytes do to it. */

preferNativeInflater()

type Answer = Extract<ToThread, { kind: 'answer' }>['answer']

/** Catalogs kept for the next recordings. */
const catalogsKept = 8

const waiting = new Map<number, (answer: Answer) => void>()
const catalogs = new Map<number, Catalog>()
let requests = 0

function tell(message: FromThread, given: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, given)
}

/** A question that cannot be answered ends this thread. */
function ask(question: Question, given: ArrayBuffer[] = []): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const request = ++requests
  waiting.set(request, resolve)
  tell({ kind: 'ask', request, question }, given)
  return promise
}

async function askBytes(question: Question): Promise<Uint8Array> {
  const answer = await ask(question)
  if (!(answer instanceof Uint8Array)) throw new TypeError(`${question.kind} was not answered with bytes`)
  return answer
}

async function catalogsAt(origin: Instant): Promise<AppliedCatalog[]> {
  const choices = await ask({ kind: 'catalogs', origin })
  if (choices instanceof Uint8Array) throw new TypeError('catalogs were answered with bytes')
  const applied: AppliedCatalog[] = []
  for (const choice of choices) applied.push(appliedCatalog(choice, await catalogOf(choice.versionId)))
  return applied
}

function appliedCatalog({ channels }: CatalogChoice, catalog: Catalog): AppliedCatalog {
  return channels === null ? { catalog } : { catalog, channels }
}

async function catalogOf(versionId: number): Promise<Catalog> {
  const form = async (): Promise<Catalog> =>
    catalogFromForm(new TextDecoder().decode(await askBytes({ kind: 'form', versionId })))
  const catalog = catalogs.get(versionId) ?? (await form())
  // the one used last is the last to go
  catalogs.delete(versionId)
  catalogs.set(versionId, catalog)
  const oldest = catalogs.keys().next()
  if (catalogs.size > catalogsKept && !oldest.done) catalogs.delete(oldest.value)
  return catalog
}

async function look({ size, locationNames }: Extract<ToThread, { kind: 'look' }>): Promise<Look> {
  const source = readAhead(size, (offset, length) => askBytes({ kind: 'bytes', offset, length }))
  const output = new ThreadStoreOutput((bytes) => ask({ kind: 'store', bytes }, [bytes.buffer]))
  try {
    const format = await detectFormat(source)
    if (format === null) return { kind: 'unknown' }
    return { kind: 'recording', ...(await readRecording(format, source, { catalogsAt, output, locationNames })) }
  } catch (error) {
    if (error instanceof RecordingError) return { kind: 'broken', problem: error.toProblem() }
    return { kind: 'fault', message: error instanceof Error ? error.message : String(error) }
  }
}

function parse(bytes: Uint8Array, name: string): ParsedCatalog {
  try {
    return { kind: 'catalog', form: catalogToForm(parseDbc(bytes, name)) }
  } catch (error) {
    if (error instanceof CatalogError) return { kind: 'refused', problem: error.message }
    return { kind: 'refused', problem: `The reader failed: ${error instanceof Error ? error.message : String(error)}` }
  }
}

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'look':
      void look(message).then((seen) => tell({ kind: 'seen', look: seen }))
      return
    case 'parse':
      return tell({ kind: 'parsed', parsed: parse(message.bytes, message.name) })
    case 'answer':
      waiting.get(message.request)?.(message.answer)
      waiting.delete(message.request)
  }
})
