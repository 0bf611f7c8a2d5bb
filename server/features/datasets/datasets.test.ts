import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatasetFilter } from '#contract/datasets.ts'
import {
  createDataset,
  deleteDataset,
  getDataset,
  listDatasetFiles,
  listDatasets,
  tryDatasetFilters,
  updateDataset,
} from '#contract/datasets.ts'
import { createFleet, createVehicle } from '#contract/fleets.ts'
import { recycleFileVersion, restoreFileVersion } from '#contract/recycling.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

let api: TestApi
let owner: Person
let colleague: Person
let admin: Person
let vehicleId: number
let fleetId: number
const files: number[] = []
beforeAll(async () => {
  api = await startTestApi()
  const organization = await makeOrganization(api)
  admin = await makePerson(api, organization, ['admin'])
  owner = await makePerson(api, organization, ['ipa'])
  colleague = await makePerson(api, organization, ['ipa'])
  const fleet = await api.call(createFleet, { token: admin.token, body: { name: 'North' } })
  fleetId = fleet.body.id
  const car = { token: admin.token, params: { id: fleetId }, body: { name: 'Car 1' } }
  vehicleId = (await api.call(createVehicle, car)).body.id
  for (const number of [1, 2, 3]) {
    const metadata = { filename: `note_${number}.txt`, collection: 'Notes', vehicleId }
    const bytes = Buffer.from(`note ${number}`)
    files.push((await send(api, { from: 'person', token: admin.token, bytes, metadata })).fileVersionId)
  }
})
afterAll(() => api.end())

const create = ({ token }: Person, name: string, more: object = {}) =>
  api.call(createDataset, { token, body: { name, type: 'static', upload_file_version_id: files, ...more } })
const ofVehicle = (): DatasetFilter[] => [{ type: 'Vehicle', value: [String(vehicleId)] }]

describe('static datasets', () => {
  it('hold the files that were chosen, and say how large they are', async () => {
    const { status, body } = await create(owner, 'Notes of May', { description: 'all three' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Notes of May',
      description: 'all three',
      type: 'static',
      user: { id: owner.id, name: owner.username },
      file_count: 3,
      total_size: 18,
      upload_file_version_id: files,
      analyzers: 0,
      may_edit: true,
      may_delete: true,
    })
    const page = await api.call(listDatasetFiles, { token: owner.token, params: { id: body.id }, query: { max: '2' } })
    expect(page.headers.get('total')).toBe('3')
    expect(page.body.map(({ filepath }) => filepath)).toEqual([
      expect.stringMatching(/^Car 1\/Notes.*\/note_3\.txt$/),
      expect.stringMatching(/^Car 1\/Notes.*\/note_2\.txt$/),
    ])
  })

  it('can be made of criteria: the files that match now', async () => {
    const { body } = await create(owner, 'By vehicle', { upload_file_version_id: [], filters: ofVehicle() })
    expect(body.upload_file_version_id).toEqual(files)
    expect((await create(owner, 'Nothing', { upload_file_version_id: [] })).problem?.fields).toEqual([
      { field: 'upload_file_version_id', message: 'Select at least one file' },
    ])
    const filters = [{ type: 'Extension', value: ['zip'] }]
    const none = await create(owner, 'No match', { upload_file_version_id: [], filters })
    expect(none.problem?.fields[0]?.field).toBe('filters')
  })

  it('are private: only their creator and administrators see them', async () => {
    const { body } = await create(owner, 'Private')
    const params = { id: body.id }
    const names = async ({ token }: Person) => (await api.call(listDatasets, { token })).body.map(({ name }) => name)
    expect(await names(owner)).toContain('Private')
    expect(await names(admin)).toContain('Private')
    expect(await names(colleague)).not.toContain('Private')
    for (const operation of [getDataset, listDatasetFiles, deleteDataset])
      expect((await api.call(operation, { token: colleague.token, params })).status).toBe(404)
    expect((await api.call(updateDataset, { token: colleague.token, params, body: { name: 'Mine' } })).status).toBe(404)
    expect((await api.call(updateDataset, { token: admin.token, params, body: { name: 'Seen' } })).body.name).toBe('Seen')
  })

  it('have names of their own for each user, of 3 to 30 characters', async () => {
    await create(owner, 'Brakes')
    expect((await create(owner, 'brakes')).problem?.id).toBe('name-taken')
    expect((await create(colleague, 'Brakes')).status).toBe(201)
    expect((await create(owner, 'ab')).problem?.fields).toEqual([{ field: 'name', message: 'Must be at lease 3 in length' }])
    expect((await create(owner, '')).problem?.fields[0]).toEqual({ field: 'name', message: 'Required field' })
    expect((await create(owner, 'x'.repeat(31))).problem?.fields[0]?.field).toBe('name')
    expect((await create(owner, 'Long text', { description: 'x'.repeat(256) })).problem?.fields[0]?.field).toBe('description')
  })

  it('leave out recycled files until they are restored', async () => {
    const { body } = await create(owner, 'With a recycled one')
    const params = { id: files[0] ?? 0 }
    await api.call(recycleFileVersion, { token: admin.token, params })
    const get = async () => (await api.call(getDataset, { token: owner.token, params: { id: body.id } })).body
    expect(await get()).toMatchObject({ file_count: 2, upload_file_version_id: files.slice(1) })
    const listed = await api.call(listDatasetFiles, { token: owner.token, params: { id: body.id } })
    expect(listed.body.map(({ id }) => id)).not.toContain(files[0])
    expect((await create(owner, 'Too late')).status).toBe(404)
    const tried = await api.call(tryDatasetFilters, { token: owner.token, body: { filters: ofVehicle() } })
    expect(tried.body.files).toBe(2)
    await api.call(restoreFileVersion, { token: admin.token, params })
    expect((await get()).file_count).toBe(3)
  })

  it('are changed in part, and gone when they are deleted', async () => {
    const { body } = await create(owner, 'To be changed')
    const params = { id: body.id }
    const { token } = owner
    const changed = await api.call(updateDataset, { token, params, body: { upload_file_version_id: files.slice(0, 1) } })
    expect(changed.body).toMatchObject({ name: 'To be changed', file_count: 1 })
    expect((await api.call(deleteDataset, { token, params })).status).toBe(204)
    expect((await api.call(getDataset, { token, params })).status).toBe(404)
    // the name is free again
    expect((await create(owner, 'To be changed')).status).toBe(201)
  })
})

describe('dynamic datasets', () => {
  it('are made and changed by administrators', async () => {
    const dynamic = { type: 'dynamic', filters: ofVehicle(), upload_file_version_id: [] }
    expect((await create(owner, 'Mine', dynamic)).status).toBe(403)
    const { body } = await create(admin, 'New of car 1', dynamic)
    expect(body).toMatchObject({ type: 'dynamic', filters: ofVehicle(), file_count: 0, upload_file_version_id: [] })
    // those that would be analysed, were they new
    const listed = await api.call(listDatasetFiles, { token: admin.token, params: { id: body.id } })
    expect(listed.headers.get('total')).toBe('3')
  })

  it('tell what they would have matched', async () => {
    const attempt = async (filters: DatasetFilter[]) =>
      (await api.call(tryDatasetFilters, { token: admin.token, body: { filters } })).body
    expect(await attempt(ofVehicle())).toMatchObject({ uploads: 3, files: 3, bytes: 18 })
    expect((await attempt([{ type: 'Collection', value: ['NOTE_2'] }])).newest.map(({ id }) => id)).toEqual([files[1]])
    expect((await attempt([{ type: 'Fleet', value: [String(fleetId)] }])).files).toBe(3)
    expect(await attempt([{ type: 'Extension', value: ['mf4'] }])).toEqual({ uploads: 0, files: 0, bytes: 0, newest: [] })
  })

  it('refuse criteria that cannot be meant', async () => {
    const refused = async (filters: DatasetFilter[]) =>
      (await api.call(tryDatasetFilters, { token: admin.token, body: { filters } })).problem?.fields[0]?.message
    expect(await refused([...ofVehicle(), ...ofVehicle()])).toBe('Each kind of criterion at most once')
    const dates: DatasetFilter[] = [
      { type: 'StartDate', value: '2026-05-02T00:00:00.000Z' },
      { type: 'EndDate', value: '2026-05-01T00:00:00.000Z' },
    ]
    expect(await refused(dates)).toBe('The end must not be before the start')
  })
})
