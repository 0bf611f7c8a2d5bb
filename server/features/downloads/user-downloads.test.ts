import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestDownload } from '#contract/downloads.ts'
import { errorBody } from '#contract/errors.ts'
import { createNotificationPreference, deleteNotificationPreference } from '#contract/notifications.ts'
import {
  createUserDownload,
  deleteUserDownload,
  getUserDownload,
  listUserDownloads,
  mostKeptDownloads,
} from '#contract/user-downloads.ts'
import type { UserDownload } from '#contract/user-downloads.ts'
import { createUserPreference } from '#contract/users.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { TestApi } from '#server/testing/api.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import type { Person } from '#server/testing/people.ts'
import { downloadReady } from './download-ready.ts'
import { addFile, addVehicle } from './testing/archive-files.ts'
import { deleteExpiredDownloads } from './user-downloads.ts'

const run = promisify(execFile)

let api: TestApi
let person: Person
let stranger: Person
let vehicleId: number
let time = Date.now()
/** Their bytes by the ids of the files, in the order of the zip. */
const contents = new Map<number, Buffer>()
const ids = () => [...contents.keys()]

beforeAll(async () => {
  api = await startTestApi({}, () => new Date(time))
  const organization = await makeOrganization(api)
  person = await makePerson(api, organization, ['admin'])
  stranger = await makePerson(api, await makeOrganization(api))
  vehicleId = await addVehicle(api, person, 'WT-07')
  for (const [name, size] of [
    ['drive.vsb', 900_000],
    ['Überfahrt "1".csv', 1000],
    ['drive.txt', 0],
  ] as const) {
    const content = randomBytes(size)
    contents.set(await addFile(api, person, { name, content, vehicleId }), content)
  }
})
beforeEach(() => {
  time = Date.now()
})
afterAll(() => api.end())

async function create(selectedIds = ids(), more: object = {}, who = person): Promise<UserDownload> {
  const { body } = await api.call(createUserDownload, { body: { selectedIds, ...more }, token: who.token })
  return body
}

async function newToken(id: number, who = person): Promise<string> {
  const { body, problem } = await api.call(requestDownload, { query: { type: 'user', id }, token: who.token })
  if (problem) throw new Error(problem.id)
  return body.token
}

async function retrieve(token: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.app.address}/api/v1/downloader/retrieve?token=${token}`, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  const problem = response.ok ? undefined : errorBody.parse(JSON.parse(body.toString()))
  return { status: response.status, headers: response.headers, body, problem }
}

/** What Python's zipfile finds in a zip. */
async function pythonReads(zip: Buffer) {
  const path = join(api.dataDir, 'read.zip')
  await writeFile(path, zip)
  const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps({'bad': z.testzip(), 'texts': {n: z.read(n).decode('latin-1') for n in z.namelist()}}))`
  const { stdout } = await run('python3', ['-c', script, path], { maxBuffer: 64 * 1024 * 1024 })
  await run('unzip', ['-tqq', path])
  const found: unknown = JSON.parse(stdout)
  const { bad, texts } = found as { bad: string | null; texts: Record<string, string> }
  return { bad, files: new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text, 'latin1')])) }
}

describe('POST /api/v1/data/download', () => {
  test('makes a zip of the files, in folders, with their hashes, that Python and unzip read', async () => {
    const download = await create()
    expect(download).toMatchObject({ status: { name: 'Complete' }, problem: null, fileCount: 3 })
    expect(Date.parse(download.expires) - Date.parse(download.dateCreated)).toBe(7 * 24 * 60 * 60 * 1000)
    const { status, headers, body } = await retrieve(await newToken(download.id))
    expect(status).toBe(200)
    expect(body.length).toBe(download.size)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-length': String(download.size),
      'content-type': 'application/zip',
      'accept-ranges': 'bytes',
      'content-disposition': expect.stringMatching(/^attachment; filename="WT-07_.*Z\.zip"/),
    })
    const { bad, files } = await pythonReads(body)
    expect(bad).toBeNull()
    expect([...files.keys()]).toEqual([
      'WT-07/ColdStart/drive_2026-11-04_06-07-12Z.vsb',
      'WT-07/ColdStart/Überfahrt _1__2026-11-04_06-07-12Z.csv',
      'WT-07/ColdStart/drive_2026-11-04_06-07-12Z.txt',
      'manifest.json',
      'SHA256SUMS',
    ])
    const inside = [...files.values()]
    ;[...contents.values()].forEach((content, index) => expect(inside[index]?.equals(content)).toBe(true))
    const manifest: unknown = JSON.parse(files.get('manifest.json')?.toString() ?? '')
    expect(manifest).toMatchObject({
      name: download.name,
      fileCount: 3,
      files: ids().map((fileVersionId) => ({ fileVersionId, vehicle: { displayName: 'WT-07' }, collection: 'ColdStart' })),
    })
  })

  test('takes flatten or flattener, the preferences, and the offset for times in names', async () => {
    const names = async (more: object, who = person) =>
      [...(await pythonReads((await retrieve(await newToken((await create(ids(), more, who)).id, who))).body)).files.keys()][0]
    expect(await names({ flatten: true })).toBe('WT-07_drive_2026-11-04_06-07-12Z.vsb')
    expect(await names({ flattener: 'true', timezoneOffset: '+01:00' })).toBe('WT-07_drive_2026-11-04_06-07-12Z.vsb')
    const other = await makePerson(api, person.organizationId)
    for (const [name, val] of Object.entries({ flatten: 'true', filenameTimezoneConvert: 'true' }))
      await api.call(createUserPreference, { token: other.token, body: { name, val } })
    expect(await names({ timezoneOffset: 60 }, other)).toBe('WT-07_drive_2026-11-04_07-07-12+0100.vsb')
    expect(await names({ timezoneOffset: '-03:30' }, other)).toBe('WT-07_drive_2026-11-04_02-37-12-0330.vsb')
    expect(await names({ flatten: false }, other)).toBe('WT-07/ColdStart/drive_2026-11-04_06-07-12+0000.vsb')
  })

  test('refuses foreign, recycled and unknown files, as one answer, and bodies that are too much', async () => {
    const gone = await addFile(api, person, { name: 'gone.txt', content: Buffer.from('gone') })
    await api.database.pool.query('UPDATE file_version SET recycled_at = now() WHERE id = $1', [gone])
    for (const [selectedIds, who] of [
      [ids(), stranger],
      [[...ids(), gone], person],
      [[999_999_999], person],
    ] as const) {
      const { status, problem } = await api.call(createUserDownload, {
        body: { selectedIds: [...selectedIds] },
        token: who.token,
      })
      expect([status, problem?.message]).toEqual([404, 'Resource not found'])
    }
    for (const body of [
      { selectedIds: [] },
      { selectedIds: Array.from({ length: 20_001 }, (_, index) => index + 1) },
      { selectedIds: ids(), timezoneOffset: '+25:00' },
    ])
      expect((await api.call(createUserDownload, { body, token: person.token })).status).toBe(422)
  })

  test('says which stored bytes are missing', async () => {
    const lost = await addFile(api, person, { name: 'lost.txt', content: Buffer.from('lost') })
    const { rows } = await api.database.pool.query<{ key: string }>('SELECT blob_key AS key FROM file_version WHERE id = $1', [
      lost,
    ])
    await api.app.platform.blobs.delete(rows[0]?.key ?? '')
    const { status, problem } = await api.call(createUserDownload, { body: { selectedIds: [lost] }, token: person.token })
    expect([status, problem?.message]).toEqual([410, expect.stringContaining('lost.txt')])
  })

  test('keeps so many of a user', async () => {
    const other = await makePerson(api, person.organizationId)
    await api.database.pool.query(
      `INSERT INTO user_download (organization_id, user_id, name, file_count, size, data_size, manifest_size, manifest_crc32, sums_size,
        sums_crc32, directory_size, digest, offset_minutes, state, expires_at)
       SELECT $1, $2, 'kept', 1, 1, 1, 1, 1, 1, 1, 1, sha256(''), 0, 'ready', now() + interval '1 day' FROM generate_series(1, $3)`,
      [other.organizationId, other.id, mostKeptDownloads],
    )
    const asked = { body: { selectedIds: ids() }, token: other.token }
    expect((await api.call(createUserDownload, asked)).problem).toMatchObject({ id: 'downloads-full' })
    await api.database.pool.query("UPDATE user_download SET expires_at = now() - interval '1 s' WHERE user_id = $1", [other.id])
    expect((await api.call(createUserDownload, asked)).status).toBe(200)
  })
})

test('many files are checked by a job, which tells how far it is and who waits for it', async () => {
  const many: number[] = []
  for (let index = 0; index < 201; index++)
    many.push(await addFile(api, person, { name: `part_${index}.txt`, content: Buffer.from(`part ${index}`), vehicleId }))
  const download = await create(many)
  expect(download.status.name).toMatch(/^(Compressing \d+% \/ \d+ \/ 201|Complete)$/)
  const asked = { params: { id: download.id }, token: person.token }
  await expect.poll(async () => (await api.call(getUserDownload, asked)).body.status.name, { timeout: 20_000 }).toBe('Complete')
  const { bad, files } = await pythonReads((await retrieve(await newToken(download.id))).body)
  expect([bad, files.size]).toEqual([null, 203])

  // a part-way look, and an answer to those who come too early
  await api.database.pool.query("UPDATE user_download SET state = 'checking', checked = 80 WHERE id = $1", [download.id])
  expect((await api.call(getUserDownload, asked)).body.status.name).toBe('Compressing 39% / 80 / 201')
  const early = await api.call(requestDownload, { query: { type: 'user', id: download.id }, token: person.token })
  expect(early.problem?.id).toBe('download-not-ready')
})

test('a check that finds bytes missing ends the download with the reason', async () => {
  const many: number[] = []
  for (let index = 0; index < 201; index++)
    many.push(await addFile(api, person, { name: `lost_${index}.txt`, content: Buffer.from('x'), vehicleId }))
  const { rows } = await api.database.pool.query<{ key: string }>('SELECT blob_key AS key FROM file_version WHERE id = $1', [
    many[150],
  ])
  await api.app.platform.blobs.delete(rows[0]?.key ?? '')
  const { id } = await create(many)
  const asked = { params: { id }, token: person.token }
  await expect.poll(async () => (await api.call(getUserDownload, asked)).body.status.name, { timeout: 20_000 }).toBe('Failed')
  expect((await api.call(getUserDownload, asked)).body.problem).toContain('lost_150')
  await expect(newToken(id)).rejects.toThrow('download-failed')
})

describe('a zip', () => {
  test('that broke is continued to the same bytes, also by a server that was started anew', async () => {
    const { id, size } = await create()
    const whole = await retrieve(await newToken(id))
    const etag = whole.headers.get('etag') ?? ''
    const token = await newToken(id)
    const first = await breakOff(token, 300_000)
    const rest = await retrieve(token, { range: `bytes=${first.length}-`, 'if-range': etag })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes ${first.length}-${size - 1}/${size}`])
    expect(Buffer.concat([first, rest.body]).equals(whole.body)).toBe(true)
    // nothing of it is kept in memory: another program on the same data gives the same
    const again = await startTestAgain()
    try {
      const response = await fetch(`${again.address}/api/v1/downloader/retrieve?token=${token}`, {
        headers: { range: 'bytes=500000-', 'if-range': etag },
      })
      expect(response.status).toBe(206)
      expect(Buffer.from(await response.arrayBuffer()).equals(whole.body.subarray(500_000))).toBe(true)
    } finally {
      await again.stop()
    }
  })

  test('gives any part that is asked for', async () => {
    const { id, size } = await create()
    const { body } = await retrieve(await newToken(id))
    for (const [start, end] of [
      [0, 1],
      [29, 31],
      [899_990, 900_500],
      [size - 23, size],
    ] as const) {
      const part = await retrieve(await newToken(id), { range: `bytes=${start}-${end - 1}` })
      expect([part.status, part.body.equals(body.subarray(start, end))]).toEqual([206, true])
    }
    const outside = await retrieve(await newToken(id), { range: `bytes=${size}-` })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  })

  test('of which a file was recycled or deleted can no longer be had, and says so; restored, it is the same', async () => {
    const doomed = await addFile(api, person, { name: 'doomed.txt', content: randomBytes(500_000), vehicleId })
    const { id } = await create([...ids(), doomed])
    const whole = await retrieve(await newToken(id))
    const etag = whole.headers.get('etag') ?? ''
    const token = await newToken(id)
    await breakOff(token, 100_000)
    const recycle = (value: string) =>
      api.database.pool.query(`UPDATE file_version SET recycled_at = ${value} WHERE id = $1`, [doomed])
    await recycle('now()')
    const after = await retrieve(token, { range: 'bytes=100000-', 'if-range': etag })
    expect([after.status, after.problem?.id]).toEqual([404, 'download-broken'])
    await expect(newToken(id)).rejects.toThrow('download-broken')
    const { body } = await api.call(getUserDownload, { params: { id }, token: person.token })
    expect([body.status.name, body.problem]).toEqual(['Failed', expect.stringContaining('recycled or deleted')])

    await recycle('NULL')
    const restored = await retrieve(token, { range: 'bytes=100000-', 'if-range': etag })
    expect([restored.status, restored.body.equals(whole.body.subarray(100_000))]).toEqual([206, true])

    await api.database.pool.query('DELETE FROM file_version WHERE id = $1', [doomed])
    await expect(newToken(id)).rejects.toThrow('download-broken')
  })

  test('whose vehicle is renamed meanwhile stays the same bytes', async () => {
    const { id } = await create()
    const before = await retrieve(await newToken(id))
    await api.database.pool.query("UPDATE vehicle SET display_name = 'renamed' WHERE id = $1", [vehicleId])
    const after = await retrieve(await newToken(id))
    await api.database.pool.query("UPDATE vehicle SET display_name = '' WHERE id = $1", [vehicleId])
    expect([after.headers.get('etag'), after.body.equals(before.body)]).toEqual([before.headers.get('etag'), true])
  })
})

describe('user downloads', () => {
  test('are listed newest first, with paging headers, and queried by id', async () => {
    const owner = await makePerson(api, person.organizationId)
    const made = [await create(ids(), {}, owner), await create(ids(), {}, owner), await create(ids(), {}, owner)]
    const all = await api.call(listUserDownloads, { token: owner.token, query: { max: 2 } })
    expect(all.body.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id])
    expect(['total', 'max', 'offset'].map((name) => all.headers.get(name))).toEqual(['3', '2', '0'])
    const one = await api.call(listUserDownloads, { token: owner.token, query: { id: [made[0]?.id ?? 0] } })
    expect(one.body).toEqual([made[0]])
  })

  test('are deleted by their owner, and by time; their tokens and wishes with them', async () => {
    const { id } = await create()
    const token = await newToken(id)
    expect((await api.call(deleteUserDownload, { params: { id }, token: person.token })).status).toBe(204)
    expect((await retrieve(token)).status).toBe(404)
    const { id: old } = await create()
    const lateToken = await newToken(old)
    const wish = { type: 'Download Ready', what: 'userDownload', whatId: old } as const
    await api.call(createNotificationPreference, { token: person.token, body: wish })
    const late = new Date(time + 8 * 24 * 60 * 60 * 1000)
    expect(await deleteExpiredDownloads(api.app.platform.database, late)).toBeGreaterThan(0)
    expect((await retrieve(lateToken)).status).toBe(404)
    const { rows } = await api.database.pool.query('SELECT FROM notification_preference WHERE what_id = $1', [old])
    expect(rows).toEqual([])
  })
})

test('a wish to be told carries what the document names, is made once, and is taken back', async () => {
  const { id: whatId } = await create()
  const body = {
    emailEnabled: true,
    frequency: 'Minute',
    triggerCount: 0,
    type: 'Download Ready',
    user: person.id,
    what: 'userDownload',
    whatId,
  } as const
  const made = await api.call(createNotificationPreference, { token: person.token, body })
  expect(made.body).toEqual({ id: expect.any(Number), userDownloadId: whatId, userId: person.id, ...body })
  const again = await api.call(createNotificationPreference, {
    token: person.token,
    body: { type: 'Download Ready', what: 'userDownload', whatId },
  })
  expect(again.body.id).toBe(made.body.id)
  const told = () => api.app.platform.database.transaction().execute((transaction) => downloadReady(transaction, whatId))
  expect(await told()).toEqual([{ userId: person.id, emailEnabled: true }])
  expect((await api.call(deleteNotificationPreference, { params: { id: made.body.id }, token: person.token })).status).toBe(204)
  expect(await told()).toEqual([])
  expect((await api.call(deleteNotificationPreference, { params: { id: made.body.id }, token: person.token })).status).toBe(404)
})

/** Another server program on the same database and files. */
async function startTestAgain() {
  const { startApp } = await import('#server/app.ts')
  const { settings, log } = api.app.platform
  return await startApp({
    settings: { ...settings, port: 0, roles: ['web'] },
    database: api.database,
    log,
    now: () => new Date(time),
  })
}

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
