import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createConfiguration,
  deleteConfiguration,
  getConfigurationFile,
  largestConfiguration,
  listConfigurations,
  updateConfiguration,
} from '#contract/ipa-configurations.ts'
import { createIpaScript, deleteIpaScript, listIpaScripts } from '#contract/ipa-scripts.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { makeZip } from './testing/make-zip.ts'

let api: TestApi
let admin: Person
let anna: Person
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  const organization = await makeOrganization(api)
  admin = await makePerson(api, organization, ['admin'])
  anna = await makePerson(api, organization, ['ipa'])
  ben = await makePerson(api, organization, ['ipa'])
})
afterAll(() => api.end())

let serial = 0
async function newScript(): Promise<{ id: number }> {
  const file = makeZip([{ name: '__main__.py', text: 'print(1)\n' }]).toString('base64')
  const { body } = await api.call(createIpaScript, { token: anna.token, body: { name: `Script ${++serial}`, file } })
  return { id: body.id }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const add = (who: Person, params: { id: number }, body: object) =>
  api.call(createConfiguration, { token: who.token, params, body: { name: 'Usual', file: base64('{}'), ...body } as never })

describe('a configuration', () => {
  it('is added by anybody, and comes back byte by byte', async () => {
    const script = await newScript()
    const text = '{"EventDefinitions": [], "note": "größer"}\r\n'
    const { body: made } = await add(ben, script, { description: 'by Ben', filename: 'usual.asl', file: base64(text) })
    expect(made).toMatchObject({
      script_id: script.id,
      name: 'Usual',
      filename: 'usual.asl',
      size: Buffer.byteLength(text),
      user: { id: ben.id, name: ben.username },
      may_edit: true,
      may_delete: false,
    })
    const params = { ...script, configId: made.id }
    const file = await api.call(getConfigurationFile, { token: anna.token, params })
    expect(file.body).toEqual({ filename: 'usual.asl', file: base64(text) })
    const listed = await api.call(listConfigurations, { token: anna.token, params: script })
    expect(listed.body).toMatchObject([{ id: made.id, may_edit: false, may_delete: false }])
    const { body: scripts } = await api.call(listIpaScripts, { token: anna.token })
    expect(scripts.find(({ id }) => id === script.id)).toMatchObject({ configurations: 1 })
  })

  it('has a file name, with or without one given, and a name of its own in the script', async () => {
    const script = await newScript()
    expect((await add(anna, script, { name: 'a/b: usual' })).body.filename).toBe('a-b: usual.asl')
    expect((await add(anna, script, { name: 'A/B: USUAL' })).problem?.id).toBe('name-taken')
    expect((await add(anna, await newScript(), { name: 'a/b: usual' })).status).toBe(201)
    expect((await add(anna, script, { name: 'Other', filename: '../x.asl' })).problem?.fields).toMatchObject([
      { field: 'filename' },
    ])
    expect((await add(anna, script, { name: 'Other', filename: '...' })).problem?.fields).toMatchObject([{ field: 'filename' }])
  })

  it('is not empty, and not larger than it may be', async () => {
    const script = await newScript()
    expect((await add(anna, script, { file: '' })).problem?.fields).toMatchObject([
      { field: 'file', message: 'The file is empty' },
    ])
    const large = Buffer.alloc(largestConfiguration + 1, 32).toString('base64')
    expect((await add(anna, script, { file: large })).problem?.fields).toMatchObject([
      { field: 'file', message: expect.stringContaining('at most') },
    ])
    expect((await add(anna, script, { name: 'ab' })).problem?.fields).toEqual([
      { field: 'name', message: 'Must be at lease 3 in length' },
    ])
  })

  it('is changed by whoever added it and administrators, deleted by administrators', async () => {
    const script = await newScript()
    const { id: configId } = (await add(ben, script, {})).body
    const params = { ...script, configId }
    const change = (who: Person, body: object) => api.call(updateConfiguration, { token: who.token, params, body })
    expect((await change(anna, { description: 'mine' })).status).toBe(403)
    const changed = await change(ben, { description: 'better', file: base64('{"a":1}') })
    expect(changed.body).toMatchObject({ description: 'better', size: 7, name: 'Usual' })
    expect(Date.parse(changed.body.updated_at)).toBeGreaterThan(Date.parse(changed.body.created_at))
    expect((await change(admin, { name: 'Renamed' })).body.name).toBe('Renamed')
    expect((await api.call(deleteConfiguration, { token: ben.token, params })).status).toBe(403)
    expect((await api.call(deleteConfiguration, { token: admin.token, params })).status).toBe(204)
    expect((await api.call(getConfigurationFile, { token: ben.token, params })).status).toBe(404)
    expect((await add(ben, script, { name: 'Renamed' })).status).toBe(201)
  })

  it('goes with its script', async () => {
    const script = await newScript()
    const { id: configId } = (await add(ben, script, {})).body
    await api.call(deleteIpaScript, { token: anna.token, params: script })
    expect((await api.call(listConfigurations, { token: ben.token, params: script })).status).toBe(404)
    expect((await api.call(getConfigurationFile, { token: ben.token, params: { ...script, configId } })).status).toBe(404)
    expect((await add(ben, script, { name: 'Late' })).status).toBe(404)
  })
})
