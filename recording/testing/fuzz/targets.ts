import { memorySource, type ByteSource } from '../../byte-source.ts'
import { CatalogError } from '../../catalogs/catalog-error.ts'
import { catalogFromForm, catalogToForm } from '../../catalogs/form.ts'
import { parseDbc } from '../../catalogs/dbc/parser.ts'
import { ethernetLayers } from '../../formats/pcap/ethernet.ts'
import { detectFormat, readHeader } from '../../formats/registry.ts'
import { openSqlite } from '../../formats/sqlite/database.ts'
import { RecordingError, type RecordingProblem } from '../../recording-error.ts'
import { openSignalStore } from '../../signal-store/store.ts'

/** How hurt bytes are read to their end; what is thrown, and the problem that is given, must be a clear refusal. */
export type FuzzTarget = 'recording' | 'ethernet layers' | 'sqlite' | 'dbc' | 'signal store' | 'bad reader'

type Read = (source: ByteSource) => Promise<RecordingProblem | undefined>

export const fuzzTargets: Readonly<Record<FuzzTarget, Read>> = {
  recording: readRecording,
  'ethernet layers': readLayers,
  sqlite: readTables,
  dbc: readCatalog,
  'signal store': readStore,
  'bad reader': readBadly,
}

/** The header and then all that the format gives: frames, signals, attachments, events. */
export async function readRecording(source: ByteSource): Promise<RecordingProblem | undefined> {
  const header = await readHeader(source)
  const format = await detectFormat(source)
  if (format === null) return header?.problem
  for await (const block of (await format.readFrames(source, { order: 'time' })).blocks) void block
  if (format.readSignals) for await (const block of (await format.readSignals(source)).blocks) void block
  for (const attachment of (await format.readAttachments?.(source)) ?? []) await attachment.read()
  await format.readEvents?.(source)
  return header?.problem
}

async function readLayers(source: ByteSource): Promise<undefined> {
  const format = await detectFormat(source)
  if (!format) return
  for await (const block of (await format.readFrames(source)).blocks)
    for (let row = 0; row < block.count; row++) {
      const start = block.dataStart[row] ?? 0
      ethernetLayers(block.data.subarray(start, start + (block.length[row] ?? 0)))
    }
}

async function readTables(source: ByteSource): Promise<undefined> {
  const database = await openSqlite(source)
  for (const table of database.tables) for await (const row of database.rows(table)) void row
}

async function readCatalog(source: ByteSource): Promise<undefined> {
  const catalog = parseDbc(await source.read(0, source.size), 'hurt')
  const form = catalogToForm(catalog)
  if (catalogToForm(catalogFromForm(form)) !== form) throw new Error('the catalog is another one after it was kept')
}

async function readStore(source: ByteSource): Promise<undefined> {
  const store = await openSignalStore(source)
  for (const signal of store.signals) {
    await store.texts(signal)
    const middle = (store.startNs + store.endNs) / 2
    for (const columns of [1, 300]) await store.tile(signal, -Infinity, Infinity, columns)
    await store.samples(signal, store.startNs, middle)
    await store.statistics(signal, store.startNs, middle)
    await store.valueAt(signal, middle)
  }
}

/** Does what no reader may do, as its content asks: so that the tests know that it would be found out. */
async function readBadly(source: ByteSource): Promise<undefined> {
  const how = new TextDecoder().decode(await source.read(0, 1))
  if (how === 't') throw new Error('as asked')
  if (how === 'f') new Uint8Array(2 ** 31)
  const kept: unknown[] = []
  while (how === 'g') kept.push(new Uint8Array(2 ** 20).fill(1))
  while (how === 'h') kept.length = 0
}

/** Counts what is read, so that a reader which reads a file over and over is caught. */
function counted(bytes: Uint8Array): ByteSource & { total: () => number } {
  const source = memorySource(bytes)
  let total = 0
  return {
    size: source.size,
    read: async (offset, length) => {
      const part = await source.read(offset, length)
      total += part.length
      return part
    },
    total: () => total,
  }
}

/** Reads bytes; gives what is wrong with how it went, or null when they were read or clearly refused. */
export async function faultOf(bytes: Uint8Array, read: Read, originalLength = bytes.length): Promise<string | null> {
  const source = counted(bytes)
  try {
    const problem = await read(source)
    if (problem && !(problem.offset >= 0 && problem.message.endsWith('.'))) return JSON.stringify(problem)
  } catch (error) {
    if (!(error instanceof RecordingError) && !(error instanceof CatalogError))
      return error instanceof Error ? (error.stack ?? error.message) : String(error)
    if (!error.message.endsWith('.')) return `gives no reason: ${error.message}`
  }
  return source.total() > 100 * originalLength + 20_000_000 ? `read ${source.total()} bytes` : null
}
