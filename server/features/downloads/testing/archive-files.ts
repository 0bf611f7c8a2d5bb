import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { createFleet, createVehicle } from '#contract/fleets.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'

interface Given {
  readonly name: string
  readonly content: Buffer
  readonly collection?: string
  readonly vehicleId?: number
  readonly start?: string
  readonly end?: string
}

let serial = 0

/** A file of the archive, as though it had been uploaded; its id. */
export async function addFile(api: TestApi, { organizationId }: Person, given: Given): Promise<number> {
  const { name, content, collection = 'ColdStart', vehicleId = null } = given
  const { start = '2026-11-04T06:07:12Z', end = '2026-11-04T06:16:47Z' } = given
  const staged = join(api.dataDir, 'staged')
  const key = `test/${(serial += 1)}`
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const sha256 = createHash('sha256').update(content).digest()
  await writeFile(staged, content)
  await api.app.platform.blobs.put(key, staged)
  const { rows } = await api.database.pool.query<{ id: number }>(
    `WITH made AS (INSERT INTO upload_group (organization_id) VALUES ($1) RETURNING id),
      up AS (INSERT INTO upload (organization_id, group_id, key, collection, display_name, vehicle_id, start_date, end_date)
        SELECT $1, id, $2, $3, $3 || '_001', $4, $5, $6 FROM made RETURNING id)
     INSERT INTO file_version (organization_id, upload_id, file_name, extension, size, sha256, crc32, blob_key, state)
     SELECT $1, id, $7, $8, $9, $10, $11, $2, 'plain' FROM up RETURNING id`,
    [organizationId, key, collection, vehicleId, start, end, name, extension, content.length, sha256, crc32(content)],
  )
  return rows[0]?.id ?? 0
}

export async function addVehicle(api: TestApi, admin: Person, name: string): Promise<number> {
  const { token } = admin
  const fleet = await api.call(createFleet, { token, body: { name: `Fleet ${(serial += 1)}` } })
  return (await api.call(createVehicle, { token, params: { id: fleet.body.id }, body: { name } })).body.id
}
