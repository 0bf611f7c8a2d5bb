import fc from 'fast-check'
import type pg from 'pg'
import type { TestDatabase } from '#server/database/testing.ts'

export interface Content {
  readonly organizationId: number
  readonly fleets: readonly number[]
  readonly vehicles: readonly VehicleFact[]
  readonly uploads: UploadFact[]
}

export interface VehicleFact {
  readonly id: number
  readonly fleetId: number
  readonly displayName: string
  deleted: boolean
}

/** One upload as plain facts, for the brute-force search. */
export interface UploadFact {
  readonly id: number
  readonly groupId: number
  vehicleId: number | null
  readonly collection: string
  readonly displayName: string
  start: number
  end: number
  recycled: boolean
  readonly files: { id: number; name: string; extension: string; recycled: boolean }[]
}

export const day = 86_400_000
export const firstDay = Date.UTC(2026, 0, 1)

const collections = ['ColdStart', 'HS_CAN1', 'HS_CAN12', 'Trip 2026', 'x_100%', 'Überland', 'dtc']
const fileNames = [
  'ColdStart_001',
  'can1_20260912',
  'HS_CAN1',
  'HS_CAN123',
  'trip-7',
  'note',
  '2026-01-02_10-11-12',
  'a_b%c',
  'ÜBER 9',
]
const extensions = ['vsb', 'mf4', 'csv', 'txt', 'db', '']

const fileFact = fc.record({
  stem: fc.constantFrom(...fileNames),
  extension: fc.constantFrom(...extensions),
  recycled: fc.boolean().map((no) => no && false),
})

const uploadFact = fc.record({
  vehicle: fc.option(fc.nat(), { freq: 8 }),
  group: fc.nat(80),
  collection: fc.constantFrom(...collections),
  number: fc.nat(999),
  start: fc.double({ min: 0, max: 100, noNaN: true }),
  // mostly minutes, now and then weeks, sometimes nothing
  length: fc.oneof(
    { weight: 6, arbitrary: fc.double({ min: 0, max: 0.2, noNaN: true }) },
    // whole minutes: most doubles are next to nothing
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 * 1440 }).map((minutes) => minutes / 1440) },
    fc.constant(0),
  ),
  recycled: fc.nat(9).map((n) => n === 0),
  files: fc.array(fileFact, { minLength: 1, maxLength: 3 }),
  lostFile: fc.nat(5),
})

/** A few hundred uploads of one organization, always the same for a seed, put into the real tables. */
export async function fillArchive(
  { pool }: TestDatabase,
  options: { organizationId: number; seed: number; uploads: number; firstId: number },
): Promise<Content> {
  const { organizationId, seed } = options
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0
  const fleets: number[] = []
  const vehicles: VehicleFact[] = []
  for (let f = 0; f < 3; f++) {
    const fleetId = await one('INSERT INTO fleet (organization_id, name) VALUES ($1, $2) RETURNING id', [
      organizationId,
      `Fleet ${f}`,
    ])
    fleets.push(fleetId)
    for (let v = 0; v < 5; v++) {
      const displayName = `Truck ${(v * 7 + f) % 4}`
      const text = 'INSERT INTO vehicle (organization_id, fleet_id, name, display_name) VALUES ($1, $2, $3, $4) RETURNING id'
      vehicles.push({
        id: await one(text, [organizationId, fleetId, `v${v}`, displayName]),
        fleetId,
        displayName,
        deleted: false,
      })
    }
  }
  const groups: number[] = []
  for (let g = 0; g <= 80; g++)
    groups.push(await one('INSERT INTO upload_group (organization_id) VALUES ($1) RETURNING id', [organizationId]))

  const uploads: UploadFact[] = []
  const samples = fc.sample(uploadFact, { seed, numRuns: options.uploads })
  for (const [index, sample] of samples.entries()) {
    const start = firstDay + Math.floor(sample.start * day)
    uploads.push({
      id: options.firstId + index * 997,
      groupId: groups[sample.group] ?? 0,
      vehicleId: sample.vehicle === null ? null : (vehicles[sample.vehicle % vehicles.length]?.id ?? null),
      collection: sample.collection,
      displayName: `${sample.collection}_${sample.number}`,
      start,
      end: start + Math.floor(sample.length * day),
      recycled: sample.recycled,
      files: sample.files.map(({ stem, extension }, place) => ({
        id: 0,
        name: extension === '' ? stem : `${stem}.${extension}`,
        extension,
        recycled: place === sample.lostFile,
      })),
    })
  }
  for (const upload of uploads) await insertUpload(pool, organizationId, upload)
  return { organizationId, fleets, vehicles, uploads }
}

async function insertUpload(pool: pg.Pool, organizationId: number, upload: UploadFact): Promise<void> {
  await pool.query(
    `INSERT INTO upload (id, organization_id, group_id, key, vehicle_id, collection, display_name, start_date, end_date) OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      upload.id,
      organizationId,
      upload.groupId,
      String(upload.id),
      upload.vehicleId,
      upload.collection,
      upload.displayName,
      new Date(upload.start),
      new Date(upload.end),
    ],
  )
  for (const [place, file] of upload.files.entries()) {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO file_version (organization_id, upload_id, file_name, extension, size, sha256, crc32, blob_key, state)
       VALUES ($1, $2, $3, $4, 10, sha256('x'), 0, $5, 'plain') RETURNING id`,
      [organizationId, upload.id, file.name, file.extension, `${upload.id}/${place}`],
    )
    file.id = rows[0]?.id ?? 0
    if (file.recycled) await pool.query('UPDATE file_version SET recycled_at = now() WHERE id = $1', [file.id])
  }
  if (upload.recycled) await pool.query('UPDATE upload SET recycled_at = now() WHERE id = $1', [upload.id])
}
