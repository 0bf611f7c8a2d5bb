import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDeviceUpload } from '#contract/uploads.ts'
import { openBlobStore } from '#server/blob-store/open-blob-store.ts'
import type { DatabaseConnection } from '#server/database/open-database.ts'
import type { TestDatabase } from '#server/database/testing.ts'
import { createTestDatabase } from '#server/database/testing.ts'
import { newToken, tokenHash } from '#server/features/sessions/tokens.ts'
import { metadataHeader } from './testing/send.ts'
import { keptCode } from '#server/testing/kept-code.ts'

/* The whole server, killed with -9 while loggers upload, again and again: whatever it acknowledged is there afterwards. */

let database: TestDatabase
let dataDir: string
let server: ChildProcess | undefined
let address = ''
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'loggerhead-kill-'))
})
afterAll(async () => {
  await killServer()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function urlOf({ connectionString, host = '', user = '', database: name = '' }: DatabaseConnection): string {
  return connectionString ?? `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
}

async function startServer(): Promise<void> {
  const env = {
    ...keptCode,
    LOGGERHEAD_DATA_DIR: dataDir,
    LOGGERHEAD_DATABASE_URL: urlOf(database.connection),
    LOGGERHEAD_PORT: '0',
    LOGGERHEAD_DEMO: 'off',
    LOGGERHEAD_SANDBOX: 'off',
    LOGGERHEAD_MIN_FREE_SPACE: '0B',
    LOGGERHEAD_ADMIN_PASSWORD: 'correct horse battery staple',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  server = child
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`the server ended: ${text}`)
      address = /ready at (\S+)/.exec(text)?.[1] ?? expect.fail(text)
    },
    { timeout: 30_000, interval: 20 },
  )
}

async function killServer(): Promise<void> {
  const child = server
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

async function makeDevice(): Promise<{ id: number; token: string }> {
  const token = newToken('device')
  const { id: organization_id } = await database.kysely.selectFrom('organization').select('id').executeTakeFirstOrThrow()
  const { id } = await database.kysely
    .insertInto('device')
    .values({ organization_id, type: 'test', serial: 'K1', token_hash: tokenHash(token) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

const piece = 64 * 1024
const part = 1024 * 1024

/** The bytes [from, to) in small pieces; when `fatal` bytes of them are on their way, the server is killed. */
async function* deadlyBody(bytes: Buffer, from: number, to: number, fatal: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += piece) {
    if (at - from >= fatal) server?.kill('SIGKILL')
    yield bytes.subarray(at, Math.min(to, at + piece))
  }
  // in the last piece, or right after it
  if (fatal <= to - from) server?.kill('SIGKILL')
}

/** One PATCH whose body flows; fails when the server dies under it. */
async function sendPart(path: string, headers: Record<string, string>, body: AsyncIterable<Uint8Array>): Promise<Progress> {
  const sending = request(new URL(path, address), { method: 'PATCH', headers })
  const answered = Promise.withResolvers<IncomingMessage>()
  sending.once('response', answered.resolve).once('error', answered.reject)
  const [answer] = await Promise.all([answered.promise, pipeline(Readable.from(body), sending)])
  answer.resume()
  const id = answer.headers['x-loggerhead-file-version-id']
  return { acknowledged: Number(answer.headers['upload-offset']), fileVersionId: id === undefined ? undefined : Number(id) }
}

interface Progress {
  readonly acknowledged: number
  readonly fileVersionId: number | undefined
}

async function progressOf(response: Response, offset: number): Promise<Progress> {
  await response.arrayBuffer()
  const id = response.headers.get('x-loggerhead-file-version-id')
  return { acknowledged: offset, fileVersionId: id === null ? undefined : Number(id) }
}

it('no acknowledged byte is lost, and each file arrives once', { timeout: 120_000 }, async () => {
  await startServer()
  const { id: deviceId, token } = await makeDevice()
  const common = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` }
  let kills = 0
  for (let file = 0; file < 3; file++) {
    const bytes = randomBytes(3 * part + randomInt(part))
    const headers = {
      ...common,
      'upload-length': String(bytes.length),
      'upload-metadata': metadataHeader({ filename: `${file}.txt` }),
    }
    const created = await fetch(new URL(createDeviceUpload.path, address), { method: 'POST', headers })
    const path = new URL(created.headers.get('location') ?? '', address).pathname
    let progress: Progress = { acknowledged: 0, fileVersionId: undefined }
    // two deaths per file: somewhere in a part, and right after the last byte was sent
    let deaths = 2
    while (progress.fileVersionId === undefined) {
      if (server?.killed === true) {
        await killServer()
        await startServer()
        kills++
        const response = await fetch(new URL(path, address), { method: 'HEAD', headers: common })
        const offset = Number(response.headers.get('upload-offset'))
        expect(offset).toBeGreaterThanOrEqual(progress.acknowledged)
        progress = await progressOf(response, offset)
        continue
      }
      const from = progress.acknowledged
      const to = Math.min(bytes.length, from + part)
      const last = to === bytes.length
      const fatal = deaths > 0 && (last || deaths > 1) ? (last ? to - from : randomInt(to - from)) : Infinity
      if (fatal !== Infinity) deaths--
      const sending = { ...common, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }
      try {
        progress = await sendPart(path, sending, deadlyBody(bytes, from, to, fatal))
      } catch {
        // the server has died; what it acknowledged before counts
      }
    }
    // killed with the last answer already on its way
    if (server?.killed === true) {
      await killServer()
      await startServer()
      kills++
    }
    const row = await database.kysely
      .selectFrom('file_version')
      .where('id', '=', progress.fileVersionId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row.sha256.toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
    const stored = await buffer(await openBlobStore(`file:${join(dataDir, 'blobs')}`).read(row.blob_key))
    expect(stored.equals(bytes)).toBe(true)
  }
  expect(kills).toBe(6)
  const uploads = await database.kysely.selectFrom('upload').where('device_id', '=', deviceId).select('id').execute()
  expect(uploads).toHaveLength(3)
})
