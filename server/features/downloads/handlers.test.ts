import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestDownload } from '#contract/downloads.ts'
import { logout } from '#contract/sessions.ts'
import { errorBody } from '#contract/errors.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { TestApi } from '#server/testing/api.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import type { Person } from '#server/testing/people.ts'

let api: TestApi
let person: Person
let stranger: Person
let bytes: Buffer
let fileId: number
let time = Date.now()

beforeAll(async () => {
  api = await startTestApi({}, () => new Date(time))
  person = await makePerson(api, await makeOrganization(api))
  stranger = await makePerson(api, await makeOrganization(api))
  bytes = randomBytes(3_000_000)
  fileId = await addFile('Überfahrt "1".vsb', 'test/whole.vsb', bytes)
})
// access tokens live no longer than the longest of these tests moves the clock
beforeEach(() => {
  time = Date.now()
})
afterAll(() => api.end())

async function addFile(name: string, blobKey: string, content: Buffer): Promise<number> {
  const staged = join(api.dataDir, 'staged')
  await writeFile(staged, content)
  await api.app.platform.blobs.put(blobKey, staged)
  const { rows } = await api.database.pool.query<{ id: number }>(
    `WITH made AS (INSERT INTO upload_group (organization_id) VALUES ($1) RETURNING id),
      up AS (INSERT INTO upload (organization_id, group_id, key, collection, display_name, start_date, end_date)
        SELECT $1, id, $2, 'c', 'c_1', now(), now() FROM made RETURNING id)
     INSERT INTO file_version (organization_id, upload_id, file_name, extension, size, sha256, crc32, blob_key)
     SELECT $1, id, $3, 'vsb', $4, $5, 0, $2 FROM up RETURNING id`,
    [person.organizationId, blobKey, name, content.length, createHash('sha256').update(content).digest()],
  )
  return rows[0]?.id ?? 0
}

async function newToken(id = fileId, who = person): Promise<string> {
  const { body } = await api.call(requestDownload, { query: { type: 'uploadFileVersion', id }, token: who.token })
  return body.token
}

async function retrieve(token: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.app.address}/api/v1/downloader/retrieve?token=${token}`, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  const problem = response.ok ? undefined : errorBody.parse(JSON.parse(body.toString()))
  return { status: response.status, headers: response.headers, body, problem }
}

const etag = () => `"${createHash('sha256').update(bytes).digest('hex')}"`

describe('a download', () => {
  test('is the file, with headers that no browser takes for a page', async () => {
    const { status, headers, body } = await retrieve(await newToken())
    expect(status).toBe(200)
    expect(body.equals(bytes)).toBe(true)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      etag: etag(),
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'referrer-policy': 'no-referrer',
      'content-disposition': `attachment; filename="_berfahrt _1_.vsb"; filename*=UTF-8''%C3%9Cberfahrt%20_1_.vsb`,
    })
  })

  test('works once, also when two ask at the same time', async () => {
    const token = await newToken()
    const both = await Promise.all([retrieve(token), retrieve(token)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await retrieve(token)).problem?.id).toBe('download-token')
    expect((await retrieve(token, { range: 'bytes=0-' })).status).toBe(404)
    expect((await retrieve(token, { 'if-range': etag() })).status).toBe(404)
    expect((await retrieve(token, { range: 'bytes=5-', 'if-range': '"another"' })).status).toBe(404)
  })

  test('that broke is continued to the same bytes, for fifteen minutes', async () => {
    const token = await newToken()
    const first = await breakOff(token, 500_000)
    time += 14 * 60_000
    const rest = await retrieve(token, { range: `bytes=${first.length}-`, 'if-range': etag() })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe(`bytes ${first.length}-${bytes.length - 1}/${bytes.length}`)
    expect(Buffer.concat([first, rest.body]).equals(bytes)).toBe(true)
    // the server counts from when it saw the stream close, which may come after the clock here was moved: then once more
    const afterTheTime = async () => {
      time += 15 * 60_000 + 1
      return (await retrieve(token, { range: 'bytes=5-', 'if-range': etag() })).status
    }
    await expect.poll(afterTheTime).toBe(404)
  })

  test('is played in parts, as players ask for them, while its address names the bytes', async () => {
    const token = await newToken()
    const tag = etag().slice(1, -1)
    const begun = await retrieve(`${token}&tag=${tag}`, { range: 'bytes=0-' })
    expect([begun.status, begun.body.length]).toEqual([206, bytes.length])
    for (const first of [2_000_000, 5, 2_999_999]) {
      const part = await retrieve(`${token}&tag=${tag}`, { range: `bytes=${first}-` })
      expect([part.status, part.body.equals(bytes.subarray(first))]).toEqual([206, true])
    }
    expect((await retrieve(`${token}&tag=${tag}`)).status).toBe(404)
    expect((await retrieve(`${token}&tag=another`, { range: 'bytes=5-' })).status).toBe(404)
    expect((await retrieve(`${token}&tag=${tag}`, { range: 'bytes=5-', 'if-range': '"another"' })).status).toBe(404)
  })

  test('is over a day after its token was made, however often it was continued: an address that got about stays no key', async () => {
    const token = await newToken()
    await retrieve(token)
    const part = async () => (await retrieve(token, { range: 'bytes=0-0', 'if-range': etag() })).status
    const made = time
    while (time + 7 * 60_000 < made + 24 * 3_600_000) {
      time += 7 * 60_000
      expect(await part()).toBe(206)
    }
    time = made + 24 * 3_600_000 + 1
    expect(await part()).toBe(404)
  })

  test('gives the part that is asked for, or says how long the file is', async () => {
    const part = await retrieve(await newToken(), { range: 'bytes=-100' })
    expect([part.status, part.body.equals(bytes.subarray(-100))]).toEqual([206, true])
    const outside = await retrieve(await newToken(), { range: `bytes=${bytes.length}-` })
    expect([outside.status, outside.headers.get('content-range'), outside.problem?.id]).toEqual([
      416,
      `bytes */${bytes.length}`,
      'range',
    ])
    const changed = await retrieve(await newToken(), { range: 'bytes=5-9', 'if-range': '"another"' })
    expect([changed.status, changed.body.length]).toEqual([200, bytes.length])
  })

  test('of an empty file is empty', async () => {
    const { status, body } = await retrieve(await newToken(await addFile('empty.vsb', 'test/empty.vsb', Buffer.alloc(0))))
    expect([status, body.length]).toEqual([200, 0])
  })
})

describe('a token', () => {
  test('is stored as a hash only', async () => {
    const token = await newToken()
    const { rows } = await api.database.pool.query("SELECT encode(hash, 'hex') AS hash FROM download_token")
    expect(rows).toContainEqual({ hash: createHash('sha256').update(token).digest('hex') })
  })

  test('lives sixty seconds', async () => {
    const token = await newToken()
    time += 60_001
    expect((await retrieve(token)).problem?.id).toBe('download-token')
    expect((await retrieve('lhf_unknown')).problem?.id).toBe('download-token')
  })

  test('is not given for files of others, or that are recycled or unknown', async () => {
    const query = { type: 'uploadFileVersion' as const, id: fileId }
    expect((await api.call(requestDownload, { query, token: stranger.token })).status).toBe(404)
    expect((await api.call(requestDownload, { query: { ...query, id: 999_999 }, token: person.token })).status).toBe(404)
    const id = await addFile('gone.vsb', 'test/recycled.vsb', Buffer.from('x'))
    const token = await newToken(id)
    await api.database.pool.query('UPDATE file_version SET recycled_at = now() WHERE id = $1', [id])
    expect((await retrieve(token)).problem?.id).toBe('not-found')
    expect((await api.call(requestDownload, { query: { ...query, id }, token: person.token })).status).toBe(404)
  })

  test('is void when its session is over, before its first use and in the middle', async () => {
    const leaver = await makePerson(api, person.organizationId)
    const [unused, broken] = [await newToken(fileId, leaver), await newToken(fileId, leaver)]
    expect((await retrieve(broken, { range: 'bytes=0-9' })).status).toBe(206)
    await api.call(logout, { token: leaver.token })
    expect((await retrieve(unused)).status).toBe(404)
    expect((await retrieve(broken, { range: 'bytes=10-19', 'if-range': etag() })).status).toBe(404)
  })

  test('is void when its user is disabled', async () => {
    const user = await makePerson(api, person.organizationId)
    const token = await newToken(fileId, user)
    await api.database.pool.query('UPDATE app_user SET enabled = false WHERE id = $1', [user.id])
    expect((await retrieve(token)).problem?.id).toBe('download-token')
  })
})

test('a file whose stored bytes are missing is gone', async () => {
  const token = await newToken(await addFile('lost.vsb', 'test/lost.vsb', Buffer.from('abc')))
  await api.app.platform.blobs.delete('test/lost.vsb')
  const { status, problem } = await retrieve(token)
  expect([status, problem?.id]).toEqual([410, 'file-gone'])
})

/** Takes at least so many bytes and goes away. */
async function breakOff(token: string, length: number): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const sent = request(`${api.app.address}/api/v1/downloader/retrieve?token=${token}`, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size < length) return
        response.destroy()
        resolve(Buffer.concat(chunks).subarray(0, length))
      })
      response.on('error', () => {})
    })
    sent.on('error', reject)
    sent.end()
  })
}
