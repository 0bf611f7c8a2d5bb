import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addCatalogVersion,
  assignCatalog,
  createCatalog,
  deleteCatalog,
  getCatalog,
  getCatalogFile,
  largestCatalog,
  listCatalogMessages,
  listCatalogs,
  unassignCatalog,
  updateCatalog,
} from '#contract/catalogs.ts'
import { writeDbc } from '#recording/catalogs/dbc-writer.ts'
import { demoCatalog } from '#recording/catalogs/demo.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { base64, dbcOf, makeCatalog, whenRead } from './testing/make-catalog.ts'

let api: TestApi
let admin: Person
let token: string
let logger: Logger
beforeAll(async () => {
  api = await startTestApi()
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
  token = admin.token
  logger = await makeLogger(api, admin)
})
afterAll(() => api.end())

describe('a catalog', () => {
  it('is read from a DBC file, and kept as it came', async () => {
    const text = writeDbc(demoCatalog)
    const catalog = await makeCatalog(api, admin, text, 'Demo.DBC')
    expect(catalog).toMatchObject({ kind: 'dbc', versionCount: 1, assignments: [] })
    expect(catalog.newest).toMatchObject({
      number: 1,
      fileName: 'Demo.DBC',
      size: text.length,
      state: 'ready',
      problem: null,
      messageCount: demoCatalog.messages.length,
      signalCount: demoCatalog.messages.reduce((sum, { signals }) => sum + signals.length, 0),
      uploadedBy: { id: admin.id, username: admin.username },
    })
    const file = await api.call(getCatalogFile, { token, params: { id: catalog.id, number: 1 } })
    expect(file.body).toEqual({ fileName: 'Demo.DBC', file: base64(text) })
  })

  it('says why a file cannot be read', async () => {
    const catalog = await makeCatalog(api, admin, 'nothing of a DBC file')
    expect(catalog.newest).toMatchObject({ state: 'failed', problem: expect.stringMatching(/not a DBC file/), messageCount: 0 })
    const { body } = await api.call(listCatalogMessages, { token, params: { id: catalog.id, number: 1 } })
    expect(body).toEqual([])
  })

  it('has the kind that the file name says, unless it is told', async () => {
    const body = { name: 'Nameless', fileName: 'notes.txt', file: base64(dbcOf([1])) }
    expect((await api.call(createCatalog, { token, body })).problem?.fields[0]?.field).toBe('kind')
    const told = await api.call(createCatalog, { token, body: { ...body, kind: 'dbc' } })
    expect(told.body.kind).toBe('dbc')
  })

  it('is renamed; no two of an organization have one name', async () => {
    const [one, two] = [await makeCatalog(api, admin, dbcOf([1])), await makeCatalog(api, admin, dbcOf([2]))]
    const rename = (id: number, name: string) => api.call(updateCatalog, { token, params: { id }, body: { name } })
    expect((await rename(one.id, 'Body bus')).body.name).toBe('Body bus')
    expect((await rename(two.id, 'BODY BUS')).problem?.id).toBe('name-taken')
    const body = { name: 'body bus', fileName: 'a.dbc', file: base64(dbcOf([1])) }
    expect((await api.call(createCatalog, { token, body })).problem?.id).toBe('name-taken')
  })

  it('is refused when it is too large, or no base64', async () => {
    const body = { name: 'Large', fileName: 'a.dbc', file: Buffer.alloc(largestCatalog + 1, 65).toString('base64') }
    expect((await api.call(createCatalog, { token, body })).problem).toMatchObject({ fields: [{ field: 'file' }] })
    const text = { ...body, file: 'not base64!' }
    expect((await api.call(createCatalog, { token, body: text })).problem).toMatchObject({ fields: [{ field: 'file' }] })
    const larger = { ...body, file: Buffer.alloc(largestCatalog * 1.1, 65).toString('base64') }
    expect((await api.call(createCatalog, { token, body: larger })).problem?.id).toBe('body-too-large')
  })

  it('is refused from somebody who may not add one before its bytes are sent', async () => {
    const plain = await makePerson(api, admin.organizationId, [])
    const headers = { authorization: `Bearer ${plain.token}`, 'content-type': 'application/json', 'content-length': 30_000_000 }
    const status = await new Promise((resolve, reject) => {
      const sent = request(new URL(createCatalog.path, api.app.address), { method: 'POST', headers }, (response) => {
        resolve(response.statusCode)
        sent.destroy()
      })
      sent.on('error', reject).flushHeaders()
    })
    expect(status).toBe(403)
  })

  it('is deleted with its versions once it is assigned nowhere', async () => {
    const { id } = await makeCatalog(api, admin, dbcOf([1]))
    const { body: assignment } = await api.call(assignCatalog, { token, params: { id }, body: {} })
    expect((await api.call(deleteCatalog, { token, params: { id } })).problem?.message).toMatch(/assigned 1 times/)
    expect((await api.call(unassignCatalog, { token, params: { id, assignmentId: assignment.id } })).status).toBe(204)
    expect((await api.call(deleteCatalog, { token, params: { id } })).status).toBe(204)
    expect((await api.call(getCatalog, { token, params: { id } })).status).toBe(404)
  })
})

describe('versions', () => {
  it('are numbered, newest first; the same bytes twice are refused', async () => {
    const { id } = await makeCatalog(api, admin, dbcOf([1]))
    const add = (text: string) =>
      api.call(addCatalogVersion, { token, params: { id }, body: { fileName: 'b.dbc', file: base64(text), comment: 'more' } })
    expect((await add(dbcOf([1]))).problem).toMatchObject({ id: 'catalog-same', message: expect.stringContaining('1') })
    expect((await add(dbcOf([1, 2]))).body).toMatchObject({ number: 2, comment: 'more', fileName: 'b.dbc' })
    const catalog = await whenRead(api, token, id)
    expect(catalog.versions.map(({ number, messageCount }) => [number, messageCount])).toEqual([
      [2, 2],
      [1, 1],
    ])
    expect(catalog.newest.number).toBe(2)
  })
})

describe('lists', () => {
  it('come in pages by name, of the organization alone', async () => {
    const other = await makePerson(api, await makeOrganization(api), ['admin'])
    for (const name of ['beta', 'Alpha', 'gamma 1']) {
      await api.call(createCatalog, { token: other.token, body: { name, fileName: 'a.dbc', file: base64(dbcOf([1])) } })
    }
    const list = async (query: Record<string, string | number>) => {
      const { body, headers } = await api.call(listCatalogs, { token: other.token, query })
      return [body.map(({ name }) => name), headers.get('total'), headers.get('max'), headers.get('offset')]
    }
    expect(await list({})).toEqual([['Alpha', 'beta', 'gamma 1'], '3', '100', '0'])
    expect(await list({ offset: 1, max: 1 })).toEqual([['beta'], '3', '1', '1'])
    expect(await list({ q: 'MA' })).toEqual([['gamma 1'], '1', '100', '0'])
  })

  it('of messages are found by name, signal and identifier', async () => {
    const { id } = await makeCatalog(api, admin, dbcOf([0x100, 0x1a0, 0x200]))
    const list = async (q: string) => {
      const { body, headers } = await api.call(listCatalogMessages, { token, params: { id, number: 1 }, query: { q } })
      return [body.map((message) => message.id), headers.get('total')]
    }
    expect(await list('')).toEqual([[0x100, 0x1a0, 0x200], '3'])
    expect(await list('0x1A0')).toEqual([[0x1a0], '1'])
    expect(await list('m512')).toEqual([[0x200], '1'])
    expect(await list('S256')).toEqual([[0x100], '1'])
    const { body } = await api.call(listCatalogMessages, { token, params: { id, number: 1 }, query: { offset: 2, max: 5 } })
    expect(body[0]).toMatchObject({ name: 'M512', length: 8, bus: 'CAN', signals: [{ name: 'S512', unit: 'V', bitCount: 8 }] })
  })
})

describe('assignments', () => {
  it('are to a vehicle, a fleet or the organization, for a channel, a time and a version', async () => {
    const { id } = await makeCatalog(api, admin, dbcOf([1]))
    const assign = (body: object) => api.call(assignCatalog, { token, params: { id }, body })
    const times = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' }
    expect((await assign({ vehicleId: logger.vehicleId, channel: 2, ...times, versionNumber: 1 })).body).toMatchObject({
      vehicle: { id: logger.vehicleId },
      fleet: null,
      channel: 2,
      ...times,
      versionNumber: 1,
    })
    expect((await assign({ fleetId: logger.fleetId })).body).toMatchObject({
      fleet: { id: logger.fleetId },
      vehicle: null,
      channel: null,
      from: null,
      to: null,
      versionNumber: null,
    })
    await assign({})
    const { body } = await api.call(getCatalog, { token, params: { id } })
    expect(body.assignments.map(({ vehicle, fleet }) => vehicle?.id ?? fleet?.id ?? 'all')).toEqual([
      logger.vehicleId,
      logger.fleetId,
      'all',
    ])
  })

  it('are refused where they say nothing new or cannot be', async () => {
    const { id } = await makeCatalog(api, admin, dbcOf([1]))
    const problemOf = async (body: object) => {
      const { problem } = await api.call(assignCatalog, { token, params: { id }, body })
      return problem?.fields[0]?.field ?? problem?.id
    }
    expect(await problemOf({})).toBeUndefined()
    expect(await problemOf({})).toBe('catalog-assigned-twice')
    expect(await problemOf({ fleetId: logger.fleetId, vehicleId: logger.vehicleId })).toBe('vehicleId')
    expect(await problemOf({ from: '2026-02-01T00:00:00Z', to: '2026-02-01T00:00:00Z' })).toBe('to')
    expect(await problemOf({ versionNumber: 7 })).toBe('versionNumber')
    expect(await problemOf({ fleetId: 999_999 })).toBe('fleetId')
  })
})
