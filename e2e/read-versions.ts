import { vi } from 'vitest'
import { z } from 'zod'
import type { House } from './visitors.ts'

const version = z.object({ id: z.int(), fileName: z.string(), state: z.string() })
const rows = z.array(z.object({ vehicle: z.object({ id: z.int() }), versions: z.array(version) }))

/** The archive's file versions, the newest upload first, once there are so many and all have been read. */
export async function readVersions(house: House, token: string, count: number) {
  const read = async () => {
    const all = rows.parse(await house.call('POST', '/api/v1/data/search', { token, body: {} }))
    const versions = all.flatMap((row) => row.versions.map((each) => ({ ...each, vehicleId: row.vehicle.id })))
    return versions.length === count && versions.every(({ state }) => state !== 'waiting') ? versions : undefined
  }
  return await vi.waitUntil(read, { timeout: 60_000, interval: 100 })
}
