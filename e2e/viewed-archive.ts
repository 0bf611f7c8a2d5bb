import { z } from 'zod'
import { uploadRow } from '#contract/archive.ts'
import { uploadFile } from './uploading.ts'
import type { House } from './visitors.ts'

const withId = z.object({ id: z.int() })

/** Puts files of these names into the archive, an upload each; gives their ids. */
export async function archiveFiles(
  house: House,
  token: string,
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
): Promise<ReadonlyMap<string, number>> {
  const post = async (path: string, body: object) => withId.parse(await house.call('POST', path, { token, body })).id
  const fleetId = await post('/api/v1/fleets', { name: 'Viewed' })
  const vehicleId = await post(`/api/v1/fleets/${fleetId}/vehicles`, { name: 'Viewer-1' })
  let minute = 0
  for (const [filename, bytes] of Object.entries(files)) {
    const time = String(minute++).padStart(2, '0')
    const [start, end] = [`2026-05-01T08:${time}:00.000Z`, `2026-05-01T08:${time}:30.000Z`]
    await uploadFile(house.product.address, token, {
      filename,
      bytes,
      collection: filename.replace(/\W/g, '-'),
      start,
      end,
      vehicleId,
    })
  }
  const rows = z
    .array(uploadRow)
    .parse(await house.call('POST', '/api/v1/data/search', { token, body: { max: 50, vehicleId: [vehicleId] } }))
  return new Map(rows.flatMap(({ versions }) => versions.map(({ fileName, id }) => [fileName, id] as const)))
}
