import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CatalogError } from '#recording/catalogs/catalog-error.ts'
import { realBytes, realRecordings } from '#recording/testing/real-recordings.ts'
import { BubblewrapLauncher } from '#server/sandbox/bubblewrap/bubblewrap-launcher.ts'
import { findBubblewrap } from '#server/sandbox/bubblewrap/find-bubblewrap.ts'
import { PooledSandbox } from '#server/sandbox/pooled-sandbox.ts'
import type { Box, BoxEnd, BoxEnvironment, Sandbox } from '#server/sandbox/sandbox.ts'
import { SandboxError } from '#server/sandbox/sandbox.ts'
import { importCatalog } from './import-catalog.ts'
import type { ImportedKind } from './import-task.ts'
import { pythonEnvironment } from './python-environment.ts'
import { kcd, ldf, sym } from './testing/samples.ts'

/** Kept between runs, as the packages are fetched into it. */
const dataDir = join(import.meta.dirname, '../../var/conformance')
const folder = mkdtempSync(join(tmpdir(), 'loggerhead-import-boxes-'))
let environment: BoxEnvironment = { name: 'none', hash: 'none', folder: '/', python: '/' }

const means = await findBubblewrap(folder).catch((error: unknown) => String(error))
const python = await pythonEnvironment(dataDir).catch((error: unknown) => error)
const missing = typeof means === 'string' ? means : typeof python === 'string' ? null : String(python)
if (missing !== null) process.stderr.write(`\nNOT TESTED: catalogs in boxes, because ${missing}.\n`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

describe.skipIf(missing !== null)('a catalog in a box', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    if (typeof means === 'string' || typeof python !== 'string') throw new Error('skipped')
    environment = { name: 'catalogs', hash: 'test', folder: dirname(dirname(python)), python }
    sandbox = new PooledSandbox(await BubblewrapLauncher.open(means))
  })
  afterAll(() => sandbox.stop())

  const inBox = async (bytes: Uint8Array, kind: ImportedKind, more: { bus?: string; signal?: AbortSignal } = {}) =>
    await importCatalog(bytes, kind, { name: 'test', dataDir, boxes: { sandbox, environment }, ...more })
  const inProcess = async (bytes: Uint8Array, kind: ImportedKind, more: { bus?: string } = {}) =>
    await importCatalog(bytes, kind, { name: 'test', dataDir, boxes: null, ...more })

  const autosar = realRecordings('arxml').find(({ path }) => path.endsWith('system-3.2.3.arxml'))
  if (autosar === undefined) process.stderr.write('\nNOT TESTED: ARXML in a box, as there are no real recordings.\n')
  it.each<[ImportedKind, Uint8Array, string?]>([
    ['kcd', bytesOf(kcd)],
    ['kcd', bytesOf(kcd), 'Drive'],
    ['sym', bytesOf(sym)],
    ['ldf', bytesOf(ldf)],
    ...(autosar === undefined ? [] : [['arxml', realBytes(autosar)] as [ImportedKind, Uint8Array]]),
  ])('is what it is in a process: %s', async (kind, bytes, bus) => {
    const more = bus === undefined ? {} : { bus }
    const catalog = await inBox(bytes, kind, more)
    expect(catalog.messages.length).toBeGreaterThan(0)
    expect(catalog).toEqual(await inProcess(bytes, kind, more))
  })

  it('is refused with the reason', async () => {
    const entity = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    const failure = await inBox(bytesOf(entity), 'arxml').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CatalogError)
    expect(String(failure)).toContain('The file has a document type (DOCTYPE)')
  })

  it('is no longer read when nobody wants it', async () => {
    const stop = new AbortController()
    const slow: Sandbox = {
      kind: 'bubblewrap',
      warm: () => undefined,
      stop: () => sandbox.stop(),
      async start(order) {
        const box = await sandbox.start(order)
        stop.abort(new Error('no longer wanted'))
        return box
      },
    }
    const asked = importCatalog(bytesOf(kcd), 'kcd', {
      name: 'x',
      dataDir,
      boxes: { sandbox: slow, environment },
      signal: stop.signal,
    })
    await expect(asked).rejects.toThrow('no longer wanted')
  })

  it('leaves nothing behind', () => {
    expect(readdirSync(folder).filter((name) => !name.endsWith('-filter'))).toEqual([])
  })
})

describe('a box that ends otherwise', () => {
  const facts = { peakMemoryBytes: null, durationMs: 1 }
  const ended = async (end: BoxEnd, answer?: string): Promise<unknown> => {
    let disposed = 0
    const box: Box = {
      events: (async function* () {})(),
      ended: Promise.resolve(end),
      kill: () => undefined,
      async *results() {
        if (answer !== undefined) yield { name: 'catalog.json', size: answer.length, open: () => Readable.from([answer]) }
      },
      async dispose() {
        disposed++
      },
    }
    const sandbox: Sandbox = { kind: 'scripted', warm: () => undefined, start: async () => box, stop: async () => undefined }
    const asked = importCatalog(bytesOf(kcd), 'kcd', { name: 'x', dataDir: folder, boxes: { sandbox, environment } })
    const failure = await asked.catch((error: unknown) => error)
    expect(disposed).toBe(1)
    return failure
  }

  it.each<[BoxEnd, string]>([
    [{ ...facts, why: 'time' }, 'The file takes longer than 60 s or gives too much to read'],
    [{ ...facts, why: 'memory' }, 'gives too much to read'],
    [{ ...facts, why: 'output' }, 'gives too much to read'],
    [{ ...facts, why: 'signal', signal: 'SIGSEGV' }, 'The program that reads the file broke down'],
    [{ ...facts, why: 'exited', code: 1 }, 'The program that reads the file broke down'],
    [{ ...facts, why: 'exited', code: 0 }, 'The program that reads the file broke down'],
  ])('is the fault of the file: %o', async (end, message) => {
    const failure = await ended(end)
    expect(failure).toBeInstanceOf(CatalogError)
    expect(String(failure)).toContain(message)
  })

  it('is tried again when the sandbox was lost', async () => {
    const failure = await ended({ ...facts, why: 'lost', reason: 'The engine is gone.' })
    expect(failure).toBeInstanceOf(SandboxError)
    expect(failure).not.toBeInstanceOf(CatalogError)
  })

  it('proves nothing about what it says', async () => {
    expect(String(await ended({ ...facts, why: 'exited', code: 0 }, '{"messages": 7}'))).toMatch(/Error/)
  })
})
