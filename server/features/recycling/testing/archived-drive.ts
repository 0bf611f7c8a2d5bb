import { assignCatalog } from '#contract/catalogs.ts'
import type { CatalogDetail } from '#contract/catalogs.ts'
import { writtenVsb } from '#recording/testing/written.ts'
import { dbcOf, makeCatalog } from '#server/features/catalogs/testing/make-catalog.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { driveFrames, whenDecoded } from '#server/features/recordings/testing/drive.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

/** An organization of its own with an administrator, somebody else, a logger and a catalog that knows its frames. */
export interface Fleet {
  readonly admin: Person
  readonly user: Person
  readonly logger: Logger
  readonly catalog: CatalogDetail
}

export async function makeFleet(api: TestApi): Promise<Fleet> {
  const organizationId = await makeOrganization(api)
  const admin = await makePerson(api, organizationId, ['admin'])
  const user = await makePerson(api, organizationId)
  const logger = await makeLogger(api, admin)
  const catalog = await makeCatalog(api, admin, dbcOf([0x100], 0.5))
  await api.call(assignCatalog, { token: admin.token, params: { id: catalog.id }, body: {} })
  return { admin, user, logger, catalog }
}

export interface Drive {
  readonly bytes: Uint8Array
  readonly metadata: Readonly<Record<string, string>>
  readonly fileVersionId: number
  readonly uploadId: number
}

const day = { start: '2026-05-04T08:00:00.000Z', end: '2026-05-04T09:00:00.000Z' }

/** A recording of the fleet's logger, decoded, with notes, a script, locations and a trouble code. */
export async function archiveDrive(api: TestApi, { admin, logger }: Fleet, more: Record<string, string> = {}): Promise<Drive> {
  const bytes = await writtenVsb(driveFrames(300))
  const metadata = { filename: 'drive.vsb', collection: 'Morning', script: 'Watch', notes: 'wet road', ...day, ...more }
  const { fileVersionId, uploadId } = await send(api, { from: 'device', token: logger.token, bytes, metadata })
  await whenDecoded(api, admin.token, fileVersionId)
  await api.database.pool.query(
    `INSERT INTO location (file_version_id, vehicle_id, gps_timestamp, latitude, longitude)
     SELECT $1, $2, $3::timestamptz + i * interval '1 second', 50, 8 FROM generate_series(0, 9) i`,
    [fileVersionId, logger.vehicleId, day.start],
  )
  await api.database.pool.query(
    `INSERT INTO trouble_code (file_version_id, protocol, code, status, source, first_seen, last_seen, count)
     VALUES ($1, 'OBD', 'P0301', 'confirmed', '7e8', $2, $2, 1)`,
    [fileVersionId, day.start],
  )
  return { bytes, metadata, fileVersionId, uploadId }
}
