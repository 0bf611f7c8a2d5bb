import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/devices.ts'
import { createVehicle, deleteVehicle, getVehicle } from '#contract/fleets.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { vehicleOfDeviceAt } from './assignments.ts'
import { makeLogger } from './testing/fleet-of-one.ts'

let api: TestApi
let admin: Person
let stranger: Person
beforeAll(async () => {
  api = await startTestApi()
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
  stranger = await makePerson(api, await makeOrganization(api), ['admin'])
})
afterAll(() => api.end())

const assign = (id: number, body: { vehicleId: number | null; from?: string }) =>
  api.call(contract.assignDevice, { token: admin.token, params: { id }, body })
const vehicleAt = (id: number, moment: string) => vehicleOfDeviceAt(api.database.kysely, id, new Date(moment))

describe('assignment over time', () => {
  it('keeps history: earlier moments keep their vehicle', async () => {
    const logger = await makeLogger(api, admin)
    const second = await api.call(createVehicle, { token: admin.token, params: { id: logger.fleetId }, body: { name: 'Second' } })
    const moved = await assign(logger.id, { vehicleId: second.body.id, from: '2026-03-01T00:00:00.000Z' })
    expect(moved.body.vehicle).toMatchObject({ id: second.body.id, displayName: 'Second' })
    await assign(logger.id, { vehicleId: null, from: '2026-06-01T00:00:00.000Z' })

    expect(await vehicleAt(logger.id, '1999-01-01T00:00:00Z')).toBe(logger.vehicleId)
    expect(await vehicleAt(logger.id, '2026-02-28T23:59:59.999Z')).toBe(logger.vehicleId)
    expect(await vehicleAt(logger.id, '2026-03-01T00:00:00.000Z')).toBe(second.body.id)
    expect(await vehicleAt(logger.id, '2026-06-01T00:00:00.000Z')).toBeNull()

    const { body } = await api.call(contract.getDevice, { token: admin.token, params: { id: logger.id } })
    expect(body.vehicle).toBeNull()
    expect(body.assignments.map(({ vehicleId, from, to }) => ({ vehicleId, from, to }))).toEqual([
      { vehicleId: second.body.id, from: '2026-03-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' },
      { vehicleId: logger.vehicleId, from: '1970-01-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' },
    ])
    const page = await api.call(getVehicle, { token: admin.token, params: { id: second.body.id } })
    expect(page.body.devices).toMatchObject([{ id: logger.id, from: '2026-03-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' }])
  })

  it('refuses what would overlap or rewrite history', async () => {
    const logger = await makeLogger(api, admin)
    const { body: other } = await api.call(createVehicle, {
      token: admin.token,
      params: { id: logger.fleetId },
      body: { name: 'Other' },
    })
    await assign(logger.id, { vehicleId: other.id, from: '2026-03-01T00:00:00.000Z' })
    for (const from of ['2026-03-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']) {
      const refused = await assign(logger.id, { vehicleId: logger.vehicleId, from })
      expect(refused.problem).toMatchObject({ id: 'device-assigned', message: expect.stringContaining('2026-03-01') })
    }
    await assign(logger.id, { vehicleId: null, from: '2026-05-01T00:00:00.000Z' })
    expect((await assign(logger.id, { vehicleId: other.id, from: '2026-04-01T00:00:00.000Z' })).problem?.id).toBe(
      'device-assigned',
    )
    expect((await assign(logger.id, { vehicleId: other.id, from: '2026-05-01T00:00:00.000Z' })).status).toBe(200)
    expect((await assign(logger.id, { vehicleId: other.id })).body.vehicle?.id).toBe(other.id)
  })

  it('never overlaps, however many assign at once', async () => {
    const logger = await makeLogger(api, admin, { assigned: false })
    const froms = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}-01T00:00:00.000Z`)
    await Promise.all(froms.map((from) => assign(logger.id, { vehicleId: logger.vehicleId, from })))
    const { body: other } = await api.call(createVehicle, {
      token: admin.token,
      params: { id: logger.fleetId },
      body: { name: 'Turns' },
    })
    await Promise.all(froms.map((from, i) => assign(logger.id, { vehicleId: i % 2 === 0 ? other.id : logger.vehicleId, from })))
    const { body } = await api.call(contract.getDevice, { token: admin.token, params: { id: logger.id } })
    const spans = body.assignments.toReversed()
    expect(spans.at(-1)?.to).toBeNull()
    for (const [i, span] of spans.slice(1).entries()) expect(span.from >= (spans[i]?.to ?? 'never')).toBe(true)
  })

  it('of a deleted vehicle ends, and is not shown', async () => {
    const logger = await makeLogger(api, admin)
    await api.call(deleteVehicle, { token: admin.token, params: { id: logger.vehicleId } })
    const { body } = await api.call(contract.getDevice, { token: admin.token, params: { id: logger.id } })
    expect(body).toMatchObject({ vehicle: null, assignments: [] })
    expect(await vehicleAt(logger.id, '2020-01-01T00:00:00Z')).toBe(logger.vehicleId)
    expect(await vehicleAt(logger.id, '2100-01-01T00:00:00Z')).toBeNull()
    expect((await assign(logger.id, { vehicleId: logger.vehicleId })).problem?.fields).toMatchObject([{ field: 'vehicleId' }])
  })
})

describe('devices', () => {
  it('of others are not there', async () => {
    const logger = await makeLogger(api, admin)
    const params = { id: logger.id }
    const { token } = stranger
    expect((await api.call(contract.getDevice, { token, params })).status).toBe(404)
    expect((await api.call(contract.assignDevice, { token, params, body: { vehicleId: null } })).status).toBe(404)
    expect((await api.call(contract.createDeviceToken, { token, params })).status).toBe(404)
    expect((await api.call(contract.listDevices, { token })).body).toEqual([])
    const foreign = await api.call(contract.createDevice, {
      token,
      body: { type: 'a', serial: 'b', vehicleId: logger.vehicleId },
    })
    expect(foreign.problem?.fields).toMatchObject([{ field: 'vehicleId' }])
  })

  it('have serials of their own', async () => {
    const body = { type: 'neoVI', serial: 'Same' }
    expect((await api.call(contract.createDevice, { token: admin.token, body })).status).toBe(201)
    expect((await api.call(contract.createDevice, { token: admin.token, body: { ...body, serial: 'SAME' } })).problem?.id).toBe(
      'name-taken',
    )
  })

  it('speak with their latest token only; only its hash is kept', async () => {
    const logger = await makeLogger(api, admin)
    const { body } = await api.call(contract.createDeviceToken, { token: admin.token, params: { id: logger.id } })
    expect(body.token).toMatch(/^lhd_[A-Za-z0-9_-]{43}$/)
    expect((await api.call(contract.deviceCheckin, { token: logger.token, body: {} })).problem?.id).toBe('device-token')
    expect((await api.call(contract.deviceCheckin, { token: body.token, body: {} })).status).toBe(200)
    expect((await api.call(contract.deviceCheckin, { token: admin.token, body: {} })).problem?.id).toBe('device-token')
    expect((await api.call(contract.listDevices, { token: body.token })).status).toBe(401)
    const row = await api.database.kysely.selectFrom('device').where('id', '=', logger.id).selectAll().executeTakeFirstOrThrow()
    expect(row.token_hash?.length).toBe(32)
  })

  it('check in with their state; the time is ours, whatever their clock says', async () => {
    const logger = await makeLogger(api, admin)
    const state = {
      firmware: '1.2',
      freeBytes: 5,
      deviceTime: '1970-01-01T00:00:09.000Z',
      position: { latitude: 1, longitude: 2 },
    }
    const before = Date.now()
    const { body } = await api.call(contract.deviceCheckin, { token: logger.token, body: state })
    expect(Math.abs(Date.parse(body.serverTime) - before)).toBeLessThan(60_000)
    expect(body.requests).toEqual([])
    const device = await api.call(contract.getDevice, { token: admin.token, params: { id: logger.id } })
    expect(device.body).toMatchObject({ state, lastCheckin: body.serverTime, hasToken: true })
  })
})
