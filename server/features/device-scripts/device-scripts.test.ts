import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchArchive } from '#contract/archive.ts'
import { getScript, largestScriptFile, putScriptFile, putScriptVsdb } from '#contract/device-scripts.ts'
import { requestDownload } from '#contract/downloads.ts'
import { recycleFileVersion } from '#contract/recycling.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { sweepDerivedBlobs } from '#server/features/recordings/orphans.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

let api: TestApi
let admin: Person
let user: Person
let logger: Logger
let id: number
beforeAll(async () => {
  api = await startTestApi()
  const organization = await makeOrganization(api)
  admin = await makePerson(api, organization, ['admin'])
  user = await makePerson(api, organization)
  logger = await makeLogger(api, admin)
  for (const collection of ['Warm', 'Cold', 'Warm']) await record(collection)
  const { body } = await api.call(searchArchive, { token: user.token, body: {} })
  id = body[0]?.script?.id ?? 0
})
afterAll(() => api.end())

let serial = 0
const record = (collection: string) =>
  send(api, {
    from: 'device',
    token: logger.token,
    bytes: Uint8Array.of(++serial),
    metadata: { filename: `${serial}.txt`, collection, script: 'Watchdog' },
  })
const script = async () => (await api.call(getScript, { token: user.token, params: { id } })).body
const base64 = (text: string) => Buffer.from(text).toString('base64')
const blobs = () => Array.fromAsync(api.app.platform.blobs.list('scripts/'))

async function downloaded(query: { type: 'download' | 'vsdb'; id?: number; scriptId?: number }) {
  const { status, body } = await api.call(requestDownload, { token: user.token, query })
  if (status !== 200) return { status, text: '', name: null }
  const response = await fetch(`${api.app.address}/api/v1/downloader/retrieve?token=${body.token}`)
  return { status: response.status, text: await response.text(), name: response.headers.get('content-disposition') }
}

test('a script tells its name, since when it is known, and what it recorded', async () => {
  expect(await script()).toEqual({
    id,
    name: 'Watchdog',
    downloadFile: null,
    collections: [{ name: 'Cold' }, { name: 'Warm' }],
    vsdbName: null,
    dateCreated: expect.stringMatching(/Z$/),
  })
  const only = await record('Once')
  expect((await script()).collections).toContainEqual({ name: 'Once' })
  await api.call(recycleFileVersion, { token: user.token, params: { id: only.fileVersionId } })
  expect((await script()).collections).not.toContainEqual({ name: 'Once' })
})

test('its files are attached by administrators and downloaded by everybody', async () => {
  const { token } = admin
  await api.call(putScriptFile, { token, params: { id }, body: { fileName: 'watch.vs3', file: base64('the script') } })
  await api.call(putScriptVsdb, { token, params: { id }, body: { fileName: '../watch.vsdb', file: base64('the vsdb') } })
  const { downloadFile, vsdbName } = await script()
  expect(downloadFile).toEqual({ id: expect.any(Number), size: 10 })
  expect(vsdbName).toBe('watch.vsdb')
  expect(await downloaded({ type: 'download', id: downloadFile?.id ?? 0 })).toEqual({
    status: 200,
    text: 'the script',
    name: expect.stringContaining('watch.vs3'),
  })
  expect(await downloaded({ type: 'vsdb', scriptId: id })).toMatchObject({ text: 'the vsdb' })
})

test('a file that is attached takes the place of the one before, whose bytes go', async () => {
  const { token } = admin
  const before = (await script()).downloadFile?.id ?? 0
  const kept = (await blobs()).length
  const { body } = await api.call(putScriptFile, {
    token,
    params: { id },
    body: { fileName: 'new.vs3', file: base64('new') },
  })
  expect(body.downloadFile).toMatchObject({ size: 3 })
  expect(await downloaded({ type: 'download', id: before })).toMatchObject({ status: 404 })
  expect(await blobs()).toHaveLength(kept)
  // what is attached is no orphan
  await sweepDerivedBlobs(api.app.platform, new Date(Date.now() + 86_400_000))
  expect(await blobs()).toHaveLength(kept)
})

test('a file that is too large, empty or without a name is refused', async () => {
  const { token } = admin
  const put = async (body: { fileName: string; file: string }) =>
    (await api.call(putScriptFile, { token, params: { id }, body })).problem?.fields[0]?.field
  expect(await put({ fileName: 'a', file: '' })).toBe('file')
  expect(await put({ fileName: '..', file: base64('a') })).toBe('fileName')
  expect(await put({ fileName: 'a', file: Buffer.alloc(largestScriptFile + 1).toString('base64') })).toBe('file')
})
