import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/fleets.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

let api: TestApi
let admin: Person
let member: Person
let stranger: Person
beforeAll(async () => {
  api = await startTestApi()
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
  member = await makePerson(api, admin.organizationId)
  stranger = await makePerson(api, await makeOrganization(api), ['admin'])
})
afterAll(() => api.end())

const makeFleet = async (name: string) => (await api.call(contract.createFleet, { token: admin.token, body: { name } })).body
const makeVehicle = async (fleetId: number, name: string) =>
  (await api.call(contract.createVehicle, { token: admin.token, params: { id: fleetId }, body: { name } })).body
const namesOf = async ({ token }: Person) => (await api.call(contract.listFleets, { token })).body.map(({ name }) => name)

describe('fleets', () => {
  it('are seen by their organization alone, with their vehicles', async () => {
    const fleet = await makeFleet('North')
    const vehicle = await makeVehicle(fleet.id, 'VIN1')
    const { body } = await api.call(contract.listFleets, { token: member.token })
    expect(body.find(({ id }) => id === fleet.id)).toEqual({ ...fleet, vehicles: [vehicle] })
    expect(vehicle.displayName).toBe('VIN1')
    expect(await namesOf(stranger)).toEqual([])
  })

  it('have names of their own, until they are deleted', async () => {
    const first = await makeFleet('Unique')
    const again = await api.call(contract.createFleet, { token: admin.token, body: { name: 'UNIQUE' } })
    expect(again.problem).toMatchObject({ id: 'name-taken', message: expect.stringContaining('UNIQUE') })
    expect((await api.call(contract.createFleet, { token: stranger.token, body: { name: 'Unique' } })).status).toBe(201)
    const other = await makeFleet('Other')
    const renamed = await api.call(contract.updateFleet, {
      token: admin.token,
      params: { id: other.id },
      body: { name: 'Unique' },
    })
    expect(renamed.problem?.id).toBe('name-taken')
    await api.call(contract.deleteFleet, { token: admin.token, params: { id: first.id } })
    expect((await makeFleet('Unique')).id).not.toBe(first.id)
  })

  it('cannot be deleted while vehicles are in them', async () => {
    const fleet = await makeFleet('Full')
    const vehicle = await makeVehicle(fleet.id, 'VIN2')
    const refused = await api.call(contract.deleteFleet, { token: admin.token, params: { id: fleet.id } })
    expect(refused.problem).toMatchObject({ id: 'fleet-not-empty', message: expect.stringContaining('1 vehicles') })
    await api.call(contract.deleteVehicle, { token: admin.token, params: { id: vehicle.id } })
    expect((await api.call(contract.deleteFleet, { token: admin.token, params: { id: fleet.id } })).status).toBe(204)
    expect(await namesOf(member)).not.toContain('Full')
    const gone = await api.call(contract.listVehicles, { token: member.token, params: { id: fleet.id } })
    expect(gone.status).toBe(404)
  })

  it('of others are not there', async () => {
    const fleet = await makeFleet('Private')
    const params = { id: fleet.id }
    const { token } = stranger
    for (const received of [
      await api.call(contract.listVehicles, { token, params }),
      await api.call(contract.updateFleet, { token, params, body: { name: 'Mine' } }),
      await api.call(contract.deleteFleet, { token, params }),
      await api.call(contract.createVehicle, { token, params, body: { name: 'X' } }),
    ]) {
      expect(received.status).toBe(404)
    }
    expect((await api.call(contract.createFleet, { token: member.token, body: { name: 'No' } })).status).toBe(403)
  })
})

describe('vehicles', () => {
  it('move and are renamed; a display name that only repeated the name follows it', async () => {
    const [from, to] = [await makeFleet('From'), await makeFleet('To')]
    const vehicle = await makeVehicle(from.id, 'VIN3')
    const params = { id: vehicle.id }
    const change = (body: { name?: string; displayName?: string; fleetId?: number }) =>
      api.call(contract.updateVehicle, { token: admin.token, params, body })
    expect((await change({ name: 'VIN3b' })).body).toMatchObject({ name: 'VIN3b', displayName: 'VIN3b' })
    expect((await change({ displayName: 'Blue', fleetId: to.id })).body).toMatchObject({ displayName: 'Blue', fleetId: to.id })
    expect((await change({ name: 'VIN3c' })).body).toMatchObject({ name: 'VIN3c', displayName: 'Blue' })
    const { body: foreign } = await api.call(contract.createFleet, { token: stranger.token, body: { name: 'Foreign' } })
    const refused = await change({ fleetId: foreign.id })
    expect(refused.problem).toMatchObject({ id: 'invalid-fields', fields: [{ field: 'fleetId' }] })
    expect((await change({ fleetId: 999_999 })).problem).toEqual(refused.problem)
  })

  it('are hidden everywhere once deleted, and their names are free again', async () => {
    const fleet = await makeFleet('Hide')
    const vehicle = await makeVehicle(fleet.id, 'VIN4')
    const params = { id: vehicle.id }
    expect((await api.call(contract.getVehicle, { token: stranger.token, params })).status).toBe(404)
    expect((await api.call(contract.getVehicle, { token: member.token, params })).body).toMatchObject({
      fleetName: 'Hide',
      uploadCount: 0,
    })
    expect((await api.call(contract.deleteVehicle, { token: stranger.token, params })).status).toBe(404)
    expect((await api.call(contract.deleteVehicle, { token: admin.token, params })).status).toBe(204)
    expect((await api.call(contract.getVehicle, { token: member.token, params })).status).toBe(404)
    expect((await api.call(contract.updateVehicle, { token: admin.token, params, body: { name: 'x' } })).status).toBe(404)
    expect((await api.call(contract.deleteVehicle, { token: admin.token, params })).status).toBe(404)
    expect((await api.call(contract.listVehicles, { token: member.token, params: { id: fleet.id } })).body).toEqual([])
    expect((await makeVehicle(fleet.id, 'VIN4')).id).not.toBe(vehicle.id)
  })
})
