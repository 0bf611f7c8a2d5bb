import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUserDownload } from '#contract/user-downloads.ts'
import { startApp } from '#server/app.ts'
import { addFile } from './testing/archive-files.ts'
import type { DownloadRig } from './testing/download-rig.ts'
import { readWithPython, startDownloadRig } from './testing/download-rig.ts'

let rig: DownloadRig
const ids = () => [...rig.contents.keys()]
beforeAll(async () => {
  rig = await startDownloadRig(() => new Date())
})
afterAll(() => rig.end())

describe('many files are checked by a job', () => {
  const many: number[] = []
  beforeAll(async () => {
    const content = Buffer.from('the same in all')
    for (let index = 0; index < 201; index++)
      many.push(await addFile(rig.api, rig.person, { name: `part_${index}.txt`, content, vehicleId: rig.vehicleId }))
  })
  const statusOf = async (id: number) => {
    const { body } = await rig.api.call(getUserDownload, { params: { id }, token: rig.person.token })
    return { name: body.status.name, problem: body.problem }
  }

  test('which tells how far it is, and puts off who comes too early', async () => {
    const { id, status } = await rig.create(many)
    expect(status.name).toMatch(/^(Compressing \d+% \/ \d+ \/ 201|Complete)$/)
    await expect.poll(async () => (await statusOf(id)).name, { timeout: 20_000 }).toBe('Complete')
    const files = await readWithPython(rig.api, (await rig.retrieve(await rig.token(id))).body)
    expect(files.size).toBe(203)

    await rig.api.database.pool.query("UPDATE user_download SET state = 'checking', checked = 80 WHERE id = $1", [id])
    expect((await statusOf(id)).name).toBe('Compressing 39% / 80 / 201')
    await expect(rig.token(id)).rejects.toThrow('download-not-ready')
  })

  test('which ends the download with the reason when stored bytes are missing', async () => {
    const { rows } = await rig.api.database.pool.query<{ key: string }>(
      'SELECT blob_key AS key FROM file_version WHERE id = $1',
      [many[150]],
    )
    await rig.api.app.platform.blobs.delete(rows[0]?.key ?? '')
    const { id } = await rig.create(many)
    await expect.poll(async () => (await statusOf(id)).name, { timeout: 20_000 }).toBe('Failed')
    expect((await statusOf(id)).problem).toContain('part_150')
    await expect(rig.token(id)).rejects.toThrow('download-failed')
  })
})

describe('a zip', () => {
  test('that broke is continued to the same bytes, also by a server that was started anew', async () => {
    const { id, size } = await rig.create()
    const whole = await rig.retrieve(await rig.token(id))
    const etag = whole.headers.get('etag') ?? ''
    const token = await rig.token(id)
    const first = await rig.breakOff(token, 300_000)
    const rest = await rig.retrieve(token, { range: `bytes=${first.length}-`, 'if-range': etag })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes ${first.length}-${size - 1}/${size}`])
    expect(Buffer.concat([first, rest.body]).equals(whole.body)).toBe(true)
    // nothing of it is kept in memory: another program on the same data gives the same
    const again = await startAgain()
    try {
      const there = await rig.retrieve(token, { range: 'bytes=500000-', 'if-range': etag }, again.address)
      expect(there.status).toBe(206)
      expect(there.body.equals(whole.body.subarray(500_000))).toBe(true)
    } finally {
      await again.stop()
    }
  })

  test('gives any part that is asked for', async () => {
    const { id, size } = await rig.create()
    const { body } = await rig.retrieve(await rig.token(id))
    for (const [start, end] of [
      [0, 1],
      [29, 31],
      [899_990, 900_500],
      [size - 23, size],
    ] as const) {
      const part = await rig.retrieve(await rig.token(id), { range: `bytes=${start}-${end - 1}` })
      expect([part.status, part.body.equals(body.subarray(start, end))]).toEqual([206, true])
    }
    const outside = await rig.retrieve(await rig.token(id), { range: `bytes=${size}-` })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  })

  test('of which a file was recycled or deleted can no longer be had, and says so; restored, it is the same', async () => {
    const doomed = await addFile(rig.api, rig.person, {
      name: 'doomed.txt',
      content: randomBytes(500_000),
      vehicleId: rig.vehicleId,
    })
    const { id } = await rig.create([...ids(), doomed])
    const whole = await rig.retrieve(await rig.token(id))
    const etag = whole.headers.get('etag') ?? ''
    const token = await rig.token(id)
    await rig.breakOff(token, 100_000)
    const recycle = (value: string) =>
      rig.api.database.pool.query(`UPDATE file_version SET recycled_at = ${value} WHERE id = $1`, [doomed])
    await recycle('now()')
    const after = await rig.retrieve(token, { range: 'bytes=100000-', 'if-range': etag })
    expect([after.status, after.problem?.id]).toEqual([404, 'download-broken'])
    await expect(rig.token(id)).rejects.toThrow('download-broken')
    const { body } = await rig.api.call(getUserDownload, { params: { id }, token: rig.person.token })
    expect([body.status.name, body.problem]).toEqual(['Failed', expect.stringContaining('recycled or deleted')])

    await recycle('NULL')
    const restored = await rig.retrieve(token, { range: 'bytes=100000-', 'if-range': etag })
    expect([restored.status, restored.body.equals(whole.body.subarray(100_000))]).toEqual([206, true])

    await rig.api.database.pool.query('DELETE FROM file_version WHERE id = $1', [doomed])
    await expect(rig.token(id)).rejects.toThrow('download-broken')
  })

  test('whose vehicle is renamed meanwhile stays the same bytes', async () => {
    const { id } = await rig.create()
    const before = await rig.retrieve(await rig.token(id))
    await rig.api.database.pool.query("UPDATE vehicle SET display_name = 'renamed' WHERE id = $1", [rig.vehicleId])
    const after = await rig.retrieve(await rig.token(id))
    await rig.api.database.pool.query("UPDATE vehicle SET display_name = '' WHERE id = $1", [rig.vehicleId])
    expect([after.headers.get('etag'), after.body.equals(before.body)]).toEqual([before.headers.get('etag'), true])
  })
})

/** Another server program on the same database and files. */
async function startAgain() {
  const { settings, log, now } = rig.api.app.platform
  return await startApp({ settings: { ...settings, port: 0, roles: ['web'] }, database: rig.api.database, log, now })
}
