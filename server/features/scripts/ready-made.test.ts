import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { getConfigurationFile, listConfigurations, updateConfiguration } from '#contract/ipa-configurations.ts'
import { createIpaScript, deleteIpaScript, getIpaScript, listIpaScripts, updateIpaScript } from '#contract/ipa-scripts.ts'
import { DraftFolder } from '#server/blob-store/draft-folder.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { readPackage } from './package/read-package.ts'
import { readReadyMade, readyMadeFolder, seedReadyMade } from './ready-made.ts'
import { makeZip } from './testing/make-zip.ts'

let api: TestApi
let admin: Person
let folder: string
beforeAll(async () => {
  api = await startTestApi()
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
})
afterAll(() => api.end())
beforeEach(async () => {
  await api.database.pool.query('DELETE FROM script')
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-analyses-'))
  await write({ '__main__.py': 'print(1)\n', 'rules/limits.py': 'low = 1\n', 'usual.asl': '{"low":1}' })
  return () => rm(folder, { recursive: true })
})

async function write(files: Record<string, string>): Promise<void> {
  const own = join(folder, 'histogram')
  await mkdir(join(own, 'rules', '__pycache__'), { recursive: true })
  const about = { name: 'Histogram', description: 'counts', configuration: { name: 'Usual', filename: 'usual.asl' } }
  const all = { 'about.json': JSON.stringify(about), 'rules/__pycache__/limits.pyc': 'x', ...files }
  for (const [path, text] of Object.entries(all)) await writeFile(join(own, path), text)
}

const seed = () => seedReadyMade(api.app.platform, new DraftFolder(join(api.dataDir, 'drafts')), folder)
const list = async () => (await api.call(listIpaScripts, { token: admin.token })).body
const configurations = async (id: number) => (await api.call(listConfigurations, { token: admin.token, params: { id } })).body
const only = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('There is none')
  return first
}

it('come accepted to the first organization, once, each with its sample', async () => {
  const other = await makePerson(api, await makeOrganization(api), ['admin'])
  expect(await Promise.all([seed(), seed()])).toEqual(expect.arrayContaining([0, 1]))
  expect(await seed()).toBe(0)
  const script = only(await list())
  expect(script).toMatchObject({
    name: 'Histogram',
    status: 'ACCEPTED',
    accepted_version: 1,
    ready_made: true,
    user: null,
    configurations: 1,
  })
  expect((await api.call(getIpaScript, { token: admin.token, params: { id: script.id } })).body.versions).toMatchObject([
    { number: 1, files: 2, status: 'ACCEPTED', user: null, reviewer: null },
  ])
  const { id: configId } = only(await configurations(script.id))
  const file = await api.call(getConfigurationFile, { token: admin.token, params: { id: script.id, configId } })
  expect(file.body).toEqual({ filename: 'usual.asl', file: Buffer.from('{"low":1}').toString('base64') })
  expect((await api.call(listIpaScripts, { token: other.token })).body).toEqual([])
})

it('get a newer version when their files change, and a newer sample unless somebody changed it', async () => {
  await seed()
  const { id } = only(await list())
  await write({ '__main__.py': 'print(2)\n', 'usual.asl': '{"low":2}' })
  expect(await seed()).toBe(1)
  expect(only(await list())).toMatchObject({ id, version: 2, accepted_version: 2 })
  const sample = only(await configurations(id))
  expect(sample.size).toBe(9)
  const mine = Buffer.from('{"mine":true}').toString('base64')
  await api.call(updateConfiguration, { token: admin.token, params: { id, configId: sample.id }, body: { file: mine } })
  await write({ '__main__.py': 'print(3)\n', 'usual.asl': '{"low":3}' })
  expect(await seed()).toBe(1)
  expect(only(await configurations(id)).size).toBe(13)
})

it('stay away when an administrator deleted them', async () => {
  await seed()
  await api.call(deleteIpaScript, { token: admin.token, params: { id: only(await list()).id } })
  await write({ '__main__.py': 'print(2)\n' })
  expect(await seed()).toBe(0)
  expect(await list()).toEqual([])
})

it('stay as an administrator changed them', async () => {
  await seed()
  const { id } = only(await list())
  const file = makeZip([{ name: '__main__.py', text: 'print("mine")\n' }]).toString('base64')
  await api.call(updateIpaScript, { token: admin.token, params: { id }, body: { name: 'My histogram', file } })
  await write({ '__main__.py': 'print(2)\n' })
  expect(await seed()).toBe(0)
  expect(only(await list())).toMatchObject({ name: 'My histogram', version: 2, status: 'PENDING', accepted_version: 1 })
})

it('find another name when somebody has theirs', async () => {
  const file = makeZip([{ name: '__main__.py', text: 'print("mine")\n' }]).toString('base64')
  await api.call(createIpaScript, { token: admin.token, body: { name: 'HISTOGRAM', file } })
  await seed()
  expect((await list()).map(({ name }) => name)).toEqual(['Histogram 2', 'HISTOGRAM'])
})

it('are packages as anybody could upload them', async () => {
  for (const { key, zip, sha256 } of await readReadyMade(readyMadeFolder)) {
    expect(readPackage(zip).sha256.equals(sha256), key).toBe(true)
  }
})
