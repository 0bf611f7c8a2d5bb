import { createHash } from 'node:crypto'
import { appendFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Problem } from '#server/http/problem.ts'
import { useEngine } from './testing/engine-fixture.ts'
import { ask, begin, bodyHeaders, create, offsetOf, patch } from './testing/raw-client.ts'
import { until } from './testing/until.ts'

const of = useEngine()

describe('DELETE', () => {
  test('frees an upload for good', async () => {
    const upload = await create(of.tus.address, 10)
    await patch(upload, 0, Buffer.from('01234'))
    expect((await ask('DELETE', upload)).status).toBe(204)
    expect(await readdir(of.tus.stagingDir)).toEqual([])
    expect((await ask('DELETE', upload)).status).toBe(404)
    expect((await patch(upload, 5, Buffer.from('x'))).status).toBe(404)
  })
})

describe('expiration', () => {
  test('an unfinished upload is 410 once its time is over, and swept', async () => {
    const upload = await create(of.tus.address, 10)
    const other = await create(of.tus.address, 10)
    of.tus.now += 50_000
    await patch(upload, 0, Buffer.from('01234'))
    of.tus.now += 50_000
    expect((await ask('HEAD', upload)).headers['upload-expires']).toBe(new Date(of.tus.now + 10_000).toUTCString())
    expect((await ask('HEAD', other)).status).toBe(410)
    of.tus.now += 20_000
    await of.tus.running.engine.sweep()
    expect(await readdir(of.tus.stagingDir)).toEqual([])
    expect((await ask('HEAD', upload)).status).toBe(404)
  })

  test('what a cut-off creation left is removed after an hour, what is under way is not', async () => {
    const { request } = begin('POST', of.tus.address, { ...bodyHeaders, 'Upload-Length': 10, 'Content-Length': 10 })
    request.flushHeaders()
    await until(async () => (await readdir(of.tus.stagingDir)).length === 1)
    const [underWay] = await readdir(of.tus.stagingDir)
    await writeFile(join(of.tus.stagingDir, 'cut-off-before-journal.data'), 'x')
    await writeFile(join(of.tus.stagingDir, 'cut-off-within-journal.data'), '')
    await writeFile(join(of.tus.stagingDir, 'cut-off-within-journal.journal'), '{"journal":1,"len')
    await of.tus.running.engine.recover()
    expect(await readdir(of.tus.stagingDir)).toHaveLength(4)
    of.tus.now = Date.now() + 3_700_000
    await of.tus.running.engine.recover()
    expect(await readdir(of.tus.stagingDir)).toEqual([underWay])
    request.destroy()
  })

  test('an upload that was received whole stays until it is handed over, or refused for what it is', async () => {
    of.tus.completing = async () => {
      throw new Problem('unavailable')
    }
    const kept = await create(of.tus.address, 5)
    expect((await patch(kept, 0, Buffer.from('01234'))).status).toBe(503)
    of.tus.now += 100_000
    await of.tus.running.engine.sweep()
    expect(of.tus.faults.splice(0)).toHaveLength(1)
    of.tus.completing = async () => ({ 'x-file': 'late' })
    expect((await ask('HEAD', kept)).headers['x-file']).toBe('late')

    of.tus.completing = async () => {
      throw new Problem('quota', { used: 9, quota: 8 })
    }
    const refused = await create(of.tus.address, 5)
    expect((await patch(refused, 0, Buffer.from('01234'))).status).toBe(413)
    of.tus.now += 100_000
    await of.tus.running.engine.sweep()
    expect(of.tus.faults.splice(0)).toHaveLength(1)
    expect((await ask('HEAD', refused)).status).toBe(404)
    expect(await readdir(of.tus.stagingDir)).toEqual([])
  })
})

describe('completing', () => {
  test('that fails is tried again by HEAD; the offset is answered only when it has worked', async () => {
    let tries = 0
    of.tus.completing = async () => {
      tries += 1
      if (tries < 3) throw new Problem('unavailable')
      return { 'x-file': 'third' }
    }
    const upload = await create(of.tus.address, 5)
    expect((await patch(upload, 0, Buffer.from('01234'))).status).toBe(503)
    expect((await ask('HEAD', upload)).status).toBe(503)
    const head = await ask('HEAD', upload)
    expect(head.headers).toMatchObject({ 'upload-offset': '5', 'x-file': 'third' })
    expect((await ask('HEAD', upload)).headers['x-file']).toBe('third')
    expect(tries).toBe(3)
  })

  test('that was cut off is done at the start, with the hashes that were recorded, even when the bytes are moved already', async () => {
    of.tus.completing = async (upload) => {
      await rm(upload.path)
      throw new Problem('unavailable')
    }
    const upload = await create(of.tus.address, 5)
    expect((await patch(of.tus.again(upload), 0, Buffer.from('01234'))).status).toBe(503)
    of.tus.completing = async () => ({ 'x-file': 'recovered' })
    await of.tus.restart()
    expect(of.tus.received).toHaveLength(1)
    expect(of.tus.received[0]?.upload).toMatchObject({
      length: 5,
      crc32: crc32('01234'),
      sha256: createHash('sha256').update('01234').digest('hex'),
    })
    expect((await ask('HEAD', of.tus.again(upload))).headers).toMatchObject({ 'upload-offset': '5', 'x-file': 'recovered' })
  })

  test('that has a fault is answered 500 and reported', async () => {
    of.tus.completing = async () => {
      throw new Error('broken')
    }
    const upload = await create(of.tus.address, 5)
    expect((await patch(upload, 0, Buffer.from('01234'))).status).toBe(500)
    expect(of.tus.faults.splice(0)).toHaveLength(1)
  })
})

test('a journal line that a crash cut off spoils only itself', async () => {
  const upload = await create(of.tus.address, 10)
  await patch(of.tus.again(upload), 0, Buffer.from('01234'))
  await of.tus.running.stop()
  await appendFile(of.tus.fileOf(upload, 'journal'), '\n{"offset":9,"a')
  await appendFile(of.tus.fileOf(upload, 'data'), 'never acknowledged')
  await of.tus.start()
  expect(await offsetOf(of.tus.again(upload))).toBe(5)
  await patch(of.tus.again(upload), 5, Buffer.from('567'))
  await of.tus.restart()
  expect(await offsetOf(of.tus.again(upload))).toBe(8)
  await patch(of.tus.again(upload), 8, Buffer.from('89'))
  expect(of.tus.received[0]?.bytes.toString()).toBe('0123456789')
})
