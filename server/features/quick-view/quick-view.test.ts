import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { countDatabaseRows, getDatabase, getFileVersion, readDatabaseRows } from '#contract/quick-view.ts'
import { errorBody } from '#contract/errors.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { usualGateLimits } from './database/reader-gate.ts'
import { madeDatabase, measurements } from './testing/made-database.ts'

let api: TestApi
let person: Person
let stranger: Person
let logger: Logger

beforeAll(async () => {
  api = await startTestApi()
  person = await makePerson(api, await makeOrganization(api), ['admin'])
  stranger = await makePerson(api, await makeOrganization(api))
  logger = await makeLogger(api, person)
})
afterAll(() => api.end())

async function stored(filename: string, bytes: Uint8Array): Promise<number> {
  return (await send(api, { from: 'device', token: logger.token, bytes, metadata: { filename } })).fileVersionId
}

async function get(path: string, headers: Record<string, string> = {}, { token } = person) {
  const answer = await fetch(new URL(path, api.app.address), { headers: { authorization: `Bearer ${token}`, ...headers } })
  const body = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, body, text: body.toString() }
}
const content = (id: number, headers?: Record<string, string>, who?: Person) =>
  get(`/api/v1/uploadFileVersions/${id}/content`, headers, who)
const quickView = (id: number, who?: Person) => get(`/api/v1/quickView?uploadFileVersionId=${id}`, {}, who)
const problemIn = (text: string) => errorBody.parse(JSON.parse(text))

describe('the content of a file version', () => {
  const bytes = randomBytes(200_000)
  let id: number
  beforeAll(async () => {
    id = await stored('noise.bin', bytes)
  })

  test('is read in parts with a session; nothing of it runs in a browser', async () => {
    const part = await content(id, { range: 'bytes=1000-1999' })
    expect([part.status, part.body.equals(bytes.subarray(1000, 2000))]).toEqual([206, true])
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-range': 'bytes 1000-1999/200000',
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
    })
    expect((await content(id)).body.equals(bytes)).toBe(true)
  })

  test('is told apart by its tag', async () => {
    const { headers } = await content(id, { range: 'bytes=0-0' })
    const etag = headers.get('etag') ?? ''
    expect((await content(id, { 'if-none-match': etag })).status).toBe(304)
    expect((await content(id, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect((await content(id, { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200)
    expect((await content(id, { range: 'bytes=200000-' })).status).toBe(416)
  })

  test('is nobody else’s, and gone when it is recycled', async () => {
    expect((await content(id, {}, stranger)).status).toBe(404)
    await api.database.pool.query('UPDATE file_version SET recycled_at = now() WHERE id = $1', [id])
    expect((await content(id)).status).toBe(404)
    expect((await quickView(id)).status).toBe(404)
    expect((await api.call(getDatabase, { params: { id }, token: person.token })).status).toBe(404)
    await api.database.pool.query('UPDATE file_version SET recycled_at = NULL WHERE id = $1', [id])
  })
})

test('a viewer learns the name, size and upload of a file', async () => {
  const id = await stored('notes.txt', Buffer.from('hello'))
  const { body } = await api.call(getFileVersion, { params: { id }, token: person.token })
  expect(body).toMatchObject({
    id,
    fileName: 'notes.txt',
    extension: 'txt',
    size: 5,
    recording: false,
    vehicle: { id: logger.vehicleId },
  })
})

describe('quick view', () => {
  test.each([
    ['UTF-8', Buffer.from('Überfahrt\n')],
    ['Latin-1', Buffer.from('Überfahrt\n', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffÜberfahrt\n', 'utf16le')],
  ])('gives a file in %s as plain text', async (name, bytes) => {
    const { status, headers, text } = await quickView(await stored(`${name}.txt`, bytes))
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/plain; charset=utf-8', 'Überfahrt\n'])
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })

  test('says what is no text, and what is too large', async () => {
    const binary = await quickView(await stored('binary.txt', Buffer.from([1, 0, 2, 0, 3])))
    expect([binary.status, problemIn(binary.text).id]).toEqual([415, 'not-text'])
    const large = await quickView(await stored('large.txt', Buffer.alloc(4 * 1024 * 1024 + 1, 'x')))
    expect([large.status, problemIn(large.text).message]).toEqual([
      413,
      'The file has 4194305 bytes; up to 4194304 can be shown this way, so download it',
    ])
  })
})

describe('a database of the archive', () => {
  test('is read where it lies, by many at the same time', async () => {
    const id = await stored('measurements.db', await madeDatabase(...measurements))
    const { token } = person
    const params = { id }
    expect((await api.call(getDatabase, { params, token })).body.tables.map(({ name }) => name)).toEqual(['hohe', 'Mess"werte'])
    const asked = Array.from({ length: 8 }, () => api.call(countDatabaseRows, { params, token, body: { table: 'hohe' } }))
    expect((await Promise.all(asked)).map(({ body }) => body.count)).toEqual(Array(8).fill(40))
    const page = await api.call(readDatabaseRows, { params, token, body: { table: 'hohe', max: 1 } })
    expect(page.body).toEqual({ rows: [['Name 961', 240.25]], end: false })
  })

  test('too many questions of one user are refused; a colleague’s does not wait for the others', async () => {
    const id = await stored('more.db', await madeDatabase('CREATE TABLE t (a)', 'INSERT INTO t VALUES (1), (2)'))
    const colleague = await makePerson(api, person.organizationId)
    const counted: Person[] = []
    const refused: unknown[] = []
    const count = async (who: Person) => {
      const answer = await api.call(countDatabaseRows, { params: { id }, token: who.token, body: { table: 't' } })
      if (answer.status === 200) counted.push(who)
      else refused.push([answer.status, answer.problem?.id])
      return answer
    }
    const places = usualGateLimits.running.user
    const most = places + usualGateLimits.waiting.user
    // whoever has a place goes on when all have asked
    const { blobs } = api.app.platform
    const stat = blobs.stat.bind(blobs)
    const asked = Promise.withResolvers<void>()
    const placed = vi.spyOn(blobs, 'stat').mockImplementation((key) => asked.promise.then(() => stat(key)))
    const many = Array.from({ length: 20 }, () => count(person))
    try {
      await vi.waitUntil(() => refused.length === 20 - most, 20_000)
      const other = count(colleague)
      await vi.waitUntil(() => placed.mock.calls.length === places + 1, 20_000)
      asked.resolve()
      expect((await other).body.count).toBe(2)
    } finally {
      asked.resolve()
      placed.mockRestore()
      await Promise.all(many)
    }
    expect(refused).toEqual(Array(20 - most).fill([429, 'database-questions']))
    expect(counted.filter((who) => who === person)).toHaveLength(most)
    expect(counted.lastIndexOf(person) - counted.indexOf(colleague)).toBeGreaterThan(4)
  }, 120_000)
})
