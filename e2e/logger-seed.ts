import { vi } from 'vitest'
import { z } from 'zod'
import { uploadRow } from '#contract/archive.ts'
import type { UploadRow } from '#contract/archive.ts'
import { drivenCatalog, drivenRecording } from './driven-recording.ts'
import { uploadFile } from './uploading.ts'
import type { House } from './visitors.ts'

const withId = z.object({ id: z.int() })
const at = { start: '2026-05-01T08:00:00.000Z', end: '2026-05-01T08:01:00.000Z' }
const bytesOf = (text: string) => new TextEncoder().encode(text)

export interface LoggerArchive {
  readonly deviceId: number
  search(): Promise<UploadRow[]>
}

/**
 * A vehicle with a logger, a catalog for its messages, and four uploads: a recording of the logger with script and notes and
 * more files beside it, a recording that a person brought, a note, and a counter that goes on over many days.
 */
export async function seedLogger(house: House, token: string): Promise<LoggerArchive> {
  const post = async (path: string, body: object) => withId.parse(await house.call('POST', path, { token, body })).id
  const send = (file: Omit<Parameters<typeof uploadFile>[2], 'start' | 'end'> & { end?: string }) =>
    uploadFile(house.product.address, token, { ...at, ...file })
  const fleetId = await post('/api/v1/fleets', { name: 'North' })
  const vehicleId = await post(`/api/v1/fleets/${fleetId}/vehicles`, { name: 'van-7', displayName: 'Van 7' })
  const deviceId = await post('/api/v1/devices', { type: 'LH-2', serial: 'NF0007' })
  await post(`/api/v1/devices/${deviceId}/assignments`, { vehicleId, from: '2025-01-01T00:00:00.000Z' })
  const file = Buffer.from(drivenCatalog()).toString('base64')
  const catalog = await post('/api/v1/catalogs', { name: 'driven', fileName: 'driven.dbc', file })
  await post(`/api/v1/catalogs/${catalog}/assignments`, {})

  const drive = { collection: 'Drive', deviceId, script: 'winter.lhs', notes: 'Rear door open\n' }
  await send({ ...drive, filename: 'drive.log', bytes: drivenRecording() })
  await send({ ...drive, filename: 'table.csv', bytes: bytesOf('speed;gear\n1;2\n') })
  await send({ ...drive, filename: 'page.html', bytes: bytesOf('<p>Hello</p>') })
  await send({ ...drive, filename: 'codes.xml', bytes: bytesOf('<codes/>') })
  await send({ ...drive, filename: 'store.db', bytes: bytesOf('not one') })
  await send({ collection: 'Brought', vehicleId, filename: 'brought.log', bytes: drivenRecording().slice(0, 12_000) })
  await send({ collection: 'Note', vehicleId, filename: 'note.txt', bytes: bytesOf('a note\n') })
  await send({
    collection: 'Counter',
    vehicleId,
    filename: 'counter.txt',
    bytes: bytesOf('7\n'),
    end: '2026-05-09T08:00:00.000Z',
  })

  const search = async () =>
    z.array(uploadRow).parse(await house.call('POST', '/api/v1/data/search', { token, body: { max: 50 } }))
  const waiting = async () => (await search()).some((row) => row.versions.some(({ state }) => state === 'waiting'))
  await vi.waitUntil(async () => !(await waiting()), { timeout: 60_000, interval: 100 })
  return { deviceId, search }
}
