import { vi } from 'vitest'
import { z } from 'zod'
import { uploadRow } from '#contract/archive.ts'
import type { UploadRow } from '#contract/archive.ts'
import { uploadFile } from './uploading.ts'
import type { House } from './visitors.ts'

const vehicles = [
  { fleet: 'North', name: 'Alpha' },
  { fleet: 'North', name: 'Bravo' },
  { fleet: 'South', name: 'Charlie' },
  { fleet: 'South', name: 'Unused' },
] as const
type VehicleName = (typeof vehicles)[number]['name']
const drives = 12
const manyTypes = ['txt', 'csv', 'log', 'xml', 'htm', 'png', 'pdf', 'bin', 'tmp', 'nfo']

const two = (part: number) => String(part).padStart(2, '0')

export interface Seeded {
  readonly fleetIds: ReadonlyMap<string, number>
  readonly vehicleIds: ReadonlyMap<VehicleName, number>
  /** All uploads, the newest first. */
  readonly rows: readonly UploadRow[]
  search(body: object): Promise<UploadRow[]>
}

/** Files and bytes of the rows, or of one type among them. */
export const sum = (rows: readonly UploadRow[], extension?: string) =>
  rows
    .flatMap(({ versions }) => versions)
    .filter((version) => extension === undefined || version.extension === extension)
    .reduce((all, { size }) => ({ count: all.count + 1, size: all.size + size }), { count: 0, size: 0 })

/** 14 uploads in 11 groups of two fleets: drives, one upload of many types, and a recording that cannot be read. */
export async function seedArchive(house: House, token: string): Promise<Seeded> {
  const fleetIds = new Map<string, number>()
  const vehicleIds = new Map<VehicleName, number>()
  const search = async (body: object) =>
    z.array(uploadRow).parse(await house.call('POST', '/api/v1/data/search', { token, body: { max: 50, ...body } }))
  const send = (vehicle: VehicleName, collection: string, minute: number, filename: string, group?: string) =>
    uploadFile(house.product.address, token, {
      filename,
      bytes: new TextEncoder().encode(`${filename}\n`),
      collection,
      // Those that begin late end early, so that the two orders differ.
      start: `2026-05-01T08:${two(minute)}:00.000Z`,
      end: `2026-05-01T10:${two(59 - minute)}:00.000Z`,
      vehicleId: vehicleIds.get(vehicle) ?? 0,
      ...(group === undefined ? {} : { group }),
    })

  const withId = z.object({ id: z.int() })
  for (const { fleet, name } of vehicles) {
    const known = fleetIds.get(fleet)
    const id = known ?? withId.parse(await house.call('POST', '/api/v1/fleets', { token, body: { name: fleet } })).id
    fleetIds.set(fleet, id)
    const vehicle = await house.call('POST', `/api/v1/fleets/${id}/vehicles`, { token, body: { name } })
    vehicleIds.set(name, withId.parse(vehicle).id)
  }
  for (let index = 0; index < drives; index++) {
    const vehicle = vehicles[index % 3]?.name ?? 'Alpha'
    const collection = `Drive-${two(index)}`
    await send(vehicle, collection, index, `drive_${two(index)}.txt`, vehicle === 'Alpha' ? 'Morning' : undefined)
    if (vehicle === 'Bravo') await send(vehicle, collection, index, `table_${two(index)}.csv`)
  }
  for (const extension of manyTypes) await send('Charlie', 'Many', 30, `many.${extension}`)
  await send('Bravo', 'Broken', 40, 'broken.vsb')
  const waiting = async () => (await search({})).some((row) => row.versions.some(({ state }) => state === 'waiting'))
  await vi.waitUntil(async () => !(await waiting()), { timeout: 60_000, interval: 100 })
  return { fleetIds, vehicleIds, search, rows: await search({ sort: 'uploadId', order: 'desc' }) }
}
