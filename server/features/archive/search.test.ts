import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchBody } from '#contract/archive.ts'
import { createTestDatabase } from '#server/database/testing.ts'
import type { TestDatabase } from '#server/database/testing.ts'
import { countUploads } from './count.ts'
import { resolveFilter } from './filter.ts'
import { meantSearch } from './follow-up.ts'
import { pageOfUploads } from './page.ts'
import { searchUploads } from './search.ts'
import { fillArchive, firstDay, day } from './testing/archive-content.ts'
import type { Content } from './testing/archive-content.ts'
import { bruteForce } from './testing/brute-force.ts'

let database: TestDatabase
let ours: Content
let others: Content

beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await database.pool.query<{ id: number }>(
    "INSERT INTO organization (name) VALUES ('ours'), ('others') RETURNING id",
  )
  const [first, second] = rows.map(({ id }) => id)
  ours = await fillArchive(database, { organizationId: first ?? 0, seed: 1, uploads: 250, firstId: 1000 })
  await database.pool.query('SELECT fold_upload_changes()')
  others = await fillArchive(database, { organizationId: second ?? 0, seed: 2, uploads: 60, firstId: 1001 })
})
afterAll(() => database.drop())

const moment = fc
  .double({ min: -2, max: 105, noNaN: true })
  .map((days) => new Date(firstDay + Math.round(days * 8) * (day / 8)).toISOString())
const names = [
  'coldstart',
  'CAN1',
  'can12',
  'can123',
  '001',
  '0',
  '2026',
  '20260912',
  '2026-01',
  '7',
  '_',
  '%',
  '_100%',
  'über',
  'rip-7',
  '1_2',
  '1.v',
  'n',
  'zzz',
  '.mf4',
]

/** Searches whose ids are places in the lists of the content, and unknown ones now and then. */
const searches = fc.record(
  {
    fleetId: fc.array(fc.nat(4), { maxLength: 2 }),
    vehicleId: fc.array(fc.nat(20), { maxLength: 12 }),
    startDate: moment,
    endDate: moment,
    extensions: fc.subarray(['vsb', 'mf4', 'csv', 'db', '', 'zip'], { maxLength: 2 }),
    names: fc.array(fc.constantFrom(...names), { maxLength: 3 }),
    sort: fc.constantFrom('uploadId', 'startDate', 'endDate', 'vehicle', 'name'),
    order: fc.constantFrom('asc', 'desc'),
    offset: fc.oneof(fc.constant(0), fc.nat(300)),
    max: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 }), fc.constant(2000)),
    onlyGroups: fc.boolean(),
    hidePersistentFiles: fc.boolean(),
  },
  { requiredKeys: [] },
)

function searchOf(given: SearchBody): SearchBody {
  const { startDate, endDate } = given
  const reversed = startDate != null && endDate != null && startDate > endDate
  return {
    ...given,
    ...(given.fleetId && { fleetId: given.fleetId.map((place) => ours.fleets[place] ?? others.fleets[0] ?? 0) }),
    ...(given.vehicleId && {
      vehicleId: given.vehicleId.map((place) => ours.vehicles[place]?.id ?? others.vehicles[0]?.id ?? 0),
    }),
    ...(reversed && { startDate: endDate, endDate: startDate }),
  }
}

async function expectSame(given: SearchBody): Promise<void> {
  const search = searchOf(given)
  const found = await searchUploads(database.kysely, ours.organizationId, meantSearch(search, null))
  const ids = found.rows.map((row) => row.uploadId)
  expect({ ids, total: found.total, uploads: found.uploads }).toEqual(bruteForce(ours, search))
}

describe('a search', () => {
  test('finds what a plain look at every upload finds', async () => {
    await fc.assert(fc.asyncProperty(searches, expectSame), { numRuns: 100 })
  }, 120_000)

  test('gives the same page on every way to it', async () => {
    await fc.assert(
      fc.asyncProperty(searches, fc.boolean(), async (given, manyVehicles) => {
        const search = meantSearch(searchOf({ ...given, onlyGroups: false }), null)
        const filter = await resolveFilter(database.kysely, ours.organizationId, search)
        const expected = bruteForce(ours, search)
        if (filter === undefined) {
          expect(expected.total).toBe(0)
          return
        }
        const count = await countUploads(database.kysely, filter, 0)
        const thresholds = { quicklySorted: 0, manyVehicles: manyVehicles ? 500 : 0 }
        const ids = await pageOfUploads(database.kysely, filter, search, count, thresholds)
        expect({ ids, total: count.total }).toEqual({ ids: expected.ids, total: expected.total })
      }),
      { numRuns: 100 },
    )
  }, 120_000)

  test('stays exact while uploads come, change, go and return, and changes are folded', async () => {
    const { pool } = database
    const upload = fc.nat(ours.uploads.length - 1)
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('dates' as const),
        upload,
        start: fc.integer({ min: 0, max: 100 }),
        days: fc.integer({ min: 0, max: 3 }),
      }),
      fc.record({ kind: fc.constant('recycle' as const), upload }),
      fc.record({ kind: fc.constant('file' as const), upload }),
      fc.record({ kind: fc.constant('move' as const), upload, vehicle: fc.nat(14) }),
      fc.record({ kind: fc.constant('vehicle' as const), vehicle: fc.nat(14) }),
      fc.record({ kind: fc.constant('fold' as const) }),
    )
    type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
    const take = async (taken: Step): Promise<void> => {
      const changed = 'upload' in taken ? ours.uploads[taken.upload] : undefined
      const vehicle = 'vehicle' in taken ? ours.vehicles[taken.vehicle] : undefined
      if (taken.kind === 'fold') await pool.query('SELECT fold_upload_changes()')
      else if (taken.kind === 'vehicle' && vehicle) {
        vehicle.deleted = !vehicle.deleted
        await pool.query('UPDATE vehicle SET delete_flag = $2, name = id::text WHERE id = $1', [vehicle.id, vehicle.deleted])
      } else if (taken.kind === 'dates' && changed) {
        changed.start = firstDay + taken.start * day
        changed.end = changed.start + taken.days * day
        await pool.query('UPDATE upload SET start_date = $2, end_date = $3 WHERE id = $1', [
          changed.id,
          new Date(changed.start),
          new Date(changed.end),
        ])
      } else if (taken.kind === 'recycle' && changed) {
        changed.recycled = !changed.recycled
        await pool.query('UPDATE upload SET recycled_at = CASE WHEN $2 THEN now() END WHERE id = $1', [
          changed.id,
          changed.recycled,
        ])
      } else if (taken.kind === 'file' && changed) {
        const file = changed.files[0]
        if (!file) return
        file.recycled = !file.recycled
        await pool.query('UPDATE file_version SET recycled_at = CASE WHEN $2 THEN now() END WHERE id = $1', [
          file.id,
          file.recycled,
        ])
      } else if (taken.kind === 'move' && changed && vehicle) {
        changed.vehicleId = vehicle.id
        await pool.query('UPDATE upload SET vehicle_id = $2 WHERE id = $1', [changed.id, vehicle.id])
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), searches, async (steps, search) => {
        for (const one of steps) await take(one)
        await expectSame(search)
        await expectSame({ ...search, vehicleId: ours.vehicles.map((_, place) => place), fleetId: [] })
      }),
      // shrinking would replay steps on what the failed run has changed
      { numRuns: 50, endOnFailure: true },
    )
  }, 120_000)

  test('shows nothing of another organization', async () => {
    const foreign = { vehicleId: [others.vehicles[0]?.id ?? 0] }
    expect((await searchUploads(database.kysely, ours.organizationId, meantSearch(foreign, null))).total).toBe(0)
    const all = await searchUploads(database.kysely, others.organizationId, meantSearch({ max: 2000 }, null))
    expect(all.rows.map((row) => row.uploadId)).toEqual(bruteForce(others, { max: 2000 }).ids)
  })
})
