import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchBody } from '#contract/archive.ts'
import { dataspyStatus, getNotes, listCollections, listExtensions, searchArchive } from '#contract/archive.ts'
import { logout } from '#contract/sessions.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { TestApi } from '#server/testing/api.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import type { Person } from '#server/testing/people.ts'
import { fillArchive } from './testing/archive-content.ts'
import type { Content } from './testing/archive-content.ts'
import { bruteForce } from './testing/brute-force.ts'

let api: TestApi
let person: Person
let stranger: Person
let content: Content

beforeAll(async () => {
  api = await startTestApi()
  person = await makePerson(api, await makeOrganization(api))
  stranger = await makePerson(api, await makeOrganization(api))
  content = await fillArchive(api.database, { organizationId: person.organizationId, seed: 3, uploads: 120, firstId: 1000 })
})
afterAll(() => api.end())

async function search(body: SearchBody, who = person) {
  const { body: rows, headers, problem } = await api.call(searchArchive, { body, token: who.token })
  const paging = Object.fromEntries(['total', 'max', 'offset', 'uploads'].map((name) => [name, Number(headers.get(name))]))
  return { ids: (rows ?? []).map((row) => row.uploadId), rows, paging, problem }
}

async function expectAnswer(body: SearchBody, meant: SearchBody): Promise<void> {
  const { ids, paging } = await search(body)
  const expected = bruteForce(content, meant)
  expect(ids).toEqual(expected.ids)
  expect(paging).toEqual({ total: expected.total, uploads: expected.uploads, max: meant.max ?? 50, offset: meant.offset ?? 0 })
}

describe('a search', () => {
  test('by default shows the newest fifty', async () => {
    await expectAnswer({}, {})
  })

  test('without an earlier one, a follow-up starts from the defaults', async () => {
    const fresh = await makePerson(api, person.organizationId)
    const { ids, paging } = await search({ offset: 10 }, fresh)
    expect(ids).toEqual(bruteForce(content, { offset: 10 }).ids)
    expect(paging).toMatchObject({ offset: 10, max: 50 })
  })

  test('is repeated with another offset, or another order', async () => {
    const first: SearchBody = { names: ['can'], extensions: ['csv', 'vsb'], max: 5 }
    await expectAnswer(first, first)
    await expectAnswer({ offset: 5 }, { ...first, offset: 5 })
    await expectAnswer({ sort: 'startDate', order: 'asc' }, { ...first, offset: 5, sort: 'startDate', order: 'asc' })
    await expectAnswer({ offset: 0 }, { ...first, sort: 'startDate', order: 'asc' })
    await expectAnswer({ onlyGroups: true, max: 3 }, { onlyGroups: true, max: 3 })
    await expectAnswer({ offset: 3 }, { onlyGroups: true, max: 3, offset: 3 })
  })

  test('is a new one when it names a vehicle', async () => {
    const vehicleId = [content.vehicles[0]?.id ?? 0]
    await expectAnswer({ extensions: ['csv'], max: 7 }, { extensions: ['csv'], max: 7 })
    await expectAnswer({ vehicleId, offset: 1 }, { vehicleId, offset: 1 })
  })

  test('is remembered by its session only', async () => {
    const other = await makePerson(api, person.organizationId)
    await search({ max: 3 })
    await search({ max: 4 }, other)
    expect((await search({ offset: 0 })).paging['max']).toBe(3)
  })

  test('beside the one that is paged through leaves it as it was', async () => {
    const first: SearchBody = { names: ['can'], max: 5 }
    await expectAnswer(first, first)
    await expectAnswer({ extensions: ['csv'], max: 7, remember: false }, { extensions: ['csv'], max: 7 })
    await expectAnswer({ offset: 3, remember: false }, { offset: 3 })
    await expectAnswer({ offset: 5 }, { ...first, offset: 5 })
  })

  test('gives rows with their live versions and what opens them', async () => {
    const { rows } = await search({ extensions: ['mf4'], max: 1 })
    const row = rows[0]
    const fact = content.uploads.find(({ id }) => id === row?.uploadId)
    const live = fact?.files.filter((file) => !file.recycled) ?? []
    expect(row?.versions.map((version) => version.fileName)).toEqual(live.map((file) => file.name))
    expect(row).toMatchObject({
      collection: fact?.collection,
      displayName: fact?.displayName,
      groupId: fact?.groupId,
      script: null,
      device: null,
    })
    expect(row?.dataSpy).toContain('mf4')
    expect(row?.viewable).not.toContain('mf4')
  })

  test('with an end before its start says which field is wrong', async () => {
    const { problem } = await search({ startDate: '2026-02-01T00:00:00Z', endDate: '2026-01-01T00:00:00Z' })
    expect(problem).toMatchObject({ id: 'invalid-fields', fields: [{ field: 'endDate' }] })
  })

  test('finds nothing of another organization, whatever it asks for', async () => {
    const vehicleId = content.vehicles.map(({ id }) => id)
    for (const body of [{}, { vehicleId }, { fleetId: [...content.fleets] }, { names: ['c'] }, { onlyGroups: true }]) {
      expect((await search(body, stranger)).paging).toMatchObject({ total: 0, uploads: 0 })
    }
  })

  test('needs a session', async () => {
    const gone = await makePerson(api, person.organizationId)
    await api.call(logout, { token: gone.token })
    expect((await search({}, gone)).problem?.type).toBe('auth')
  })
})

describe('what the form offers', () => {
  const found = (vehicles?: number[]) => bruteForce(content, { max: 2000, ...(vehicles && { vehicleId: vehicles }) }).ids
  const factsOf = (ids: number[]) => content.uploads.filter(({ id }) => ids.includes(id))
  const sorted = (names: Iterable<string>) =>
    [...new Set(names)].filter((name) => name !== '').toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))

  test('is the collections of the selection, narrowed by what is typed', async () => {
    const vehicle = content.vehicles[2]?.id ?? 0
    const all = await api.call(listCollections, { token: person.token })
    expect(all.body).toEqual(sorted(factsOf(found()).map(({ collection }) => collection)))
    const own = await api.call(listCollections, { token: person.token, query: { v: [vehicle] } })
    expect(own.body).toEqual(sorted(factsOf(found([vehicle])).map(({ collection }) => collection)))
    const typed = await api.call(listCollections, { token: person.token, query: { q: 'can1' } })
    expect(typed.body).toEqual(all.body.filter((name) => name.toLowerCase().includes('can1')))
  })

  test('is the extensions of live files of the selection', async () => {
    const fleet = content.fleets[1] ?? 0
    const ids = bruteForce(content, { max: 2000, fleetId: [fleet] }).ids
    const live = factsOf(ids).flatMap(({ files }) => files.filter((file) => !file.recycled).map((file) => file.extension))
    for (const folded of [false, true]) {
      if (folded) await api.database.pool.query('SELECT fold_upload_changes()')
      const { body } = await api.call(listExtensions, { token: person.token, query: { f: [fleet] } })
      expect(body).toEqual(sorted(live))
    }
  })

  test('is empty for strangers and for what is not there', async () => {
    expect((await api.call(listCollections, { token: stranger.token, query: { f: [content.fleets[0] ?? 0] } })).body).toEqual([])
    expect((await api.call(listExtensions, { token: stranger.token })).body).toEqual([])
    expect((await api.call(listExtensions, { token: person.token, query: { v: [999_999_999] } })).body).toEqual([])
  })
})

test('DataSpy is there, and has an address', async () => {
  expect((await api.call(dataspyStatus, { token: person.token })).body).toEqual({ enabled: true, url: '/dataspy/' })
})

test('a search leaves persistent files out when it is told to, and pages go on without them', async () => {
  const wish: SearchBody = { hidePersistentFiles: true, max: 7, onlyGroups: true }
  expect(bruteForce(content, wish).uploads).toBeLessThan(bruteForce(content, {}).uploads)
  await expectAnswer(wish, wish)
  await expectAnswer({ offset: 7 }, { ...wish, offset: 7 })
})

test('notes are shown to their organization only', async () => {
  const [id] = bruteForce(content, {}).ids
  await api.database.pool.query("UPDATE upload SET notes = 'Rear door open' WHERE id = $1", [id])
  expect((await api.call(getNotes, { token: person.token, query: { id: id ?? 0 } })).body).toMatchObject({
    notes: 'Rear door open',
  })
  expect((await api.call(getNotes, { token: stranger.token, query: { id: id ?? 0 } })).status).toBe(404)
  expect((await search({ max: 1 })).rows[0]?.extractionNotesTxt).toBe(true)
  await api.database.pool.query('UPDATE upload SET recycled_at = now() WHERE id = $1', [id])
  expect((await api.call(getNotes, { token: person.token, query: { id: id ?? 0 } })).status).toBe(404)
  await api.database.pool.query('UPDATE upload SET recycled_at = NULL WHERE id = $1', [id])
})
