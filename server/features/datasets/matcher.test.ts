import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatasetFilter } from '#contract/datasets.ts'
import { createTestDatabase } from '#server/database/testing.ts'
import type { TestDatabase } from '#server/database/testing.ts'
import { day, fillArchive, firstDay } from '#server/features/archive/testing/archive-content.ts'
import type { Content, UploadFact } from '#server/features/archive/testing/archive-content.ts'
import { matchesFile, matchingAny, matchingFiles } from './matcher.ts'

let database: TestDatabase
let ours: Content
let others: Content
beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await database.pool.query<{ id: number }>(
    "INSERT INTO organization (name) VALUES ('ours'), ('others') RETURNING id",
  )
  const [first, second] = rows.map(({ id }) => id)
  ours = await fillArchive(database, { organizationId: first ?? 0, seed: 3, uploads: 200, firstId: 1000 })
  others = await fillArchive(database, { organizationId: second ?? 0, seed: 4, uploads: 40, firstId: 1001 })
})
afterAll(() => database.drop())

const moment = fc.integer({ min: -16, max: 840 }).map((eighths) => new Date(firstDay + eighths * (day / 8)).toISOString())
const names = ['coldstart', 'CAN1', 'can12', '001', '0', '2026', '7', '_100%', 'über', '1.v', 'zzz', '.mf4']

/** Places of fleets and vehicles stand for their ids; those beyond are of the other organization. */
const criteria = fc.record(
  {
    Fleet: fc.array(fc.nat(3), { maxLength: 2 }),
    Vehicle: fc.array(fc.nat(17), { maxLength: 6 }),
    Collection: fc.array(fc.constantFrom(...names), { maxLength: 3 }),
    Extension: fc.array(fc.constantFrom('vsb', 'MF4', 'csv', 'db', 'zip', 'log csv'), { maxLength: 3 }),
    StartDate: moment,
    EndDate: moment,
  },
  { requiredKeys: [] },
)
type Given = typeof criteria extends fc.Arbitrary<infer T> ? T : never

const fleetAt = (place: number): number => ours.fleets[place] ?? others.fleets[0] ?? 0
const vehicleAt = (place: number): number => ours.vehicles[place]?.id ?? others.vehicles[0]?.id ?? 0

function filtersOf(given: Given): DatasetFilter[] {
  return [
    ...(given.Fleet ? [{ type: 'Fleet' as const, value: given.Fleet.map((place) => String(fleetAt(place))) }] : []),
    ...(given.Vehicle ? [{ type: 'Vehicle' as const, value: given.Vehicle.map((place) => String(vehicleAt(place))) }] : []),
    ...(given.Collection ? [{ type: 'Collection' as const, value: given.Collection }] : []),
    ...(given.Extension ? [{ type: 'Extension' as const, value: given.Extension }] : []),
    ...(given.StartDate ? [{ type: 'StartDate' as const, value: given.StartDate }] : []),
    ...(given.EndDate ? [{ type: 'EndDate' as const, value: given.EndDate }] : []),
  ]
}

/** What the filters mean, written a second time and as plainly as possible. */
function expected(given: Given): number[] {
  const { Fleet: fleets = [], Vehicle: vehicles = [], Collection: parts = [], Extension: extensions = [] } = given
  const uploadFits = (upload: UploadFact): boolean => {
    const vehicle = ours.vehicles.find(({ id }) => id === upload.vehicleId)
    if (upload.recycled || vehicle?.deleted === true) return false
    const chosen = [...vehicles.map(vehicleAt), ...fleets.map(fleetAt)].length > 0
    if (chosen && vehicle === undefined) return false
    if (chosen && !vehicles.map(vehicleAt).includes(vehicle?.id ?? 0) && !fleets.map(fleetAt).includes(vehicle?.fleetId ?? 0))
      return false
    if (given.StartDate !== undefined && upload.end < Date.parse(given.StartDate)) return false
    return given.EndDate === undefined || upload.start <= Date.parse(given.EndDate)
  }
  return ours.uploads
    .filter(uploadFits)
    .flatMap((upload) =>
      upload.files
        .filter((file) => !file.recycled)
        .filter((file) => {
          const name = file.name.toLowerCase()
          const texts = [upload.collection.toLowerCase(), name]
          const isLog = file.extension === 'csv' && name.includes('log')
          const extensionFits =
            extensions.length === 0 ||
            extensions.some((one) => one.toLowerCase() === file.extension || (one === 'log csv' && isLog))
          return (
            extensionFits && (parts.length === 0 || parts.some((part) => texts.some((text) => text.includes(part.toLowerCase()))))
          )
        })
        .map(({ id }) => id),
    )
    .toSorted((a, b) => a - b)
}

async function found(filters: DatasetFilter[]): Promise<number[]> {
  const ids = await matchingFiles(database.kysely, ours.organizationId, filters)
  if (ids === undefined) return []
  const { rows } = await ids.execute(database.kysely)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

describe('criteria', () => {
  test('match in the archive the files that a plain look at every file finds', async () => {
    await fc.assert(
      fc.asyncProperty(criteria, async (given) => {
        expect(await found(filtersOf(given))).toEqual(expected(given))
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  test('say the same of one file as of the archive', async () => {
    const all = ours.uploads.flatMap(({ files }) => files.map(({ id }) => id))
    await fc.assert(
      fc.asyncProperty(criteria, fc.constantFrom(...all), async (given, id) => {
        expect(await matchesFile(database.kysely, id, filtersOf(given))).toBe(expected(given).includes(id))
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  test('of several datasets find each file once', async () => {
    const { kysely } = database
    const vsb: DatasetFilter[] = [{ type: 'Extension', value: ['vsb'] }]
    const all = await matchingAny(kysely, ours.organizationId, [vsb, [], vsb])
    const { rows } = await all.execute(kysely)
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(expected({}))
    const none = await matchingAny(kysely, ours.organizationId, [[{ type: 'Vehicle', value: ['999999'] }]])
    expect((await none.execute(kysely)).rows).toEqual([])
  })

  test('leave out what could not be read, and what was made here', async () => {
    const { pool } = database
    const [broken, exported] = await found([])
    await pool.query("UPDATE file_version SET state = 'failed' WHERE id = $1", [broken])
    await pool.query('UPDATE file_version SET exported_from = $2 WHERE id = $1', [exported, broken])
    const left = await found([])
    expect(left).not.toContain(broken)
    expect(left).not.toContain(exported)
    await pool.query("UPDATE file_version SET state = 'waiting', exported_from = NULL WHERE id = ANY ($1)", [[broken, exported]])
    expect(await found([])).toContain(broken)
  })
})
