import { createHash, randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { useEngine } from './testing/engine-fixture.ts'
import { ask, begin, bodyHeaders, create, offsetOf, patch, checksum } from './testing/raw-client.ts'
import { until } from './testing/until.ts'

const of = useEngine()

describe('PATCH', () => {
  test('appends at the offset, and the last one hands the upload over with its hashes before it answers', async () => {
    const bytes = randomBytes(3_000_000)
    const upload = await create(of.tus.address, bytes.length, { 'Upload-Metadata': `filename ${btoa('a.vsb')}` })
    for (let offset = 0; offset < bytes.length; offset += 700_001) {
      const answer = await patch(upload, offset, bytes.subarray(offset, offset + 700_001))
      const end = Math.min(offset + 700_001, bytes.length)
      expect(answer.status).toBe(204)
      expect(answer.headers['upload-offset']).toBe(String(end))
      if (end < bytes.length) expect(answer.headers['upload-expires']).toBe(new Date(of.tus.now + 60_000).toUTCString())
      else expect(answer.headers['x-file']).toBe(createHash('sha256').update(bytes).digest('hex').slice(0, 8))
    }
    expect(of.tus.received).toHaveLength(1)
    expect(of.tus.received[0]?.bytes.equals(bytes)).toBe(true)
    expect(of.tus.received[0]?.upload).toMatchObject({
      length: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      crc32: crc32(bytes),
      metadata: new Map([['filename', 'a.vsb']]),
    })
    expect((await readdir(of.tus.stagingDir)).filter((name) => name.endsWith('.data'))).toEqual([])
  })

  test('after a restart goes on where it was, and the hashes are right', async () => {
    const bytes = randomBytes(2_500_000)
    const upload = await create(of.tus.address, bytes.length)
    await patch(of.tus.again(upload), 0, bytes.subarray(0, 1_234_567))
    await of.tus.restart()
    expect(await offsetOf(of.tus.again(upload))).toBe(1_234_567)
    expect((await patch(of.tus.again(upload), 1_234_567, bytes.subarray(1_234_567))).status).toBe(204)
    expect(of.tus.received[0]?.upload).toMatchObject({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      crc32: crc32(bytes),
    })
  })

  test('at another offset is answered 409, and changes nothing', async () => {
    const upload = await create(of.tus.address, 10)
    await patch(upload, 0, Buffer.from('01234'))
    for (const offset of [0, 4, 6, 10]) expect((await patch(upload, offset, Buffer.from('xxxxx'))).status).toBe(409)
    expect(await offsetOf(upload)).toBe(5)
  })

  test('with a wrong type is answered 415, without an offset 400', async () => {
    const upload = await create(of.tus.address, 10)
    expect((await patch(upload, 0, Buffer.from('x'), { 'Content-Type': 'application/octet-stream' })).status).toBe(415)
    expect((await ask('PATCH', upload, bodyHeaders, Buffer.from('x'))).status).toBe(400)
    expect(await offsetOf(upload)).toBe(0)
  })

  test('with more bytes than the upload has is answered 413, and changes nothing', async () => {
    const upload = await create(of.tus.address, 10)
    await patch(upload, 0, Buffer.from('01234'))
    expect((await patch(upload, 5, Buffer.from('567890'))).status).toBe(413)
    const { request, answer } = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 5, 'Transfer-Encoding': 'chunked' })
    request.end('567890')
    expect((await answer).status).toBe(413)
    expect(await offsetOf(upload)).toBe(5)
    expect((await patch(upload, 5, Buffer.from('56789'))).status).toBe(204)
    expect(of.tus.received[0]?.bytes.toString()).toBe('0123456789')
  })

  test('may come in chunks of unknown number', async () => {
    const upload = await create(of.tus.address, 10)
    const { request, answer } = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Transfer-Encoding': 'chunked' })
    request.write('01234')
    request.end('56789')
    expect((await answer).status).toBe(204)
    expect(of.tus.received[0]?.bytes.toString()).toBe('0123456789')
  })

  test('that breaks off keeps what arrived', async () => {
    const bytes = randomBytes(1_500_000)
    const upload = await create(of.tus.address, bytes.length)
    const { request } = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Content-Length': bytes.length })
    await new Promise((resolve) => request.write(bytes.subarray(0, 1_000_000), resolve))
    const data = of.tus.fileOf(upload, 'data')
    await until(async () => (await readFile(data)).length > 0)
    request.destroy()
    const offset = await offsetOf(upload)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(1_000_000)
    expect((await patch(upload, offset, bytes.subarray(offset))).status).toBe(204)
    expect(of.tus.received[0]?.bytes.equals(bytes)).toBe(true)
    expect(of.tus.received[0]?.upload.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('makes bytes durable while they come, not only at the end', async () => {
    const upload = await create(of.tus.address, 2_000_000)
    const { request } = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Content-Length': 2_000_000 })
    request.write(randomBytes(300_000))
    const journal = of.tus.fileOf(upload, 'journal')
    await until(async () => (await readFile(journal, 'utf8')).includes('"offset":300000'))
    request.destroy()
  })

  test('that is finished may be repeated without bytes', async () => {
    const upload = await create(of.tus.address, 5)
    await patch(upload, 0, Buffer.from('01234'))
    const again = await patch(upload, 5, Buffer.alloc(0))
    expect(again.status).toBe(204)
    expect(again.headers).toMatchObject({ 'upload-offset': '5', 'x-file': of.tus.received[0]?.upload.sha256.slice(0, 8) })
    expect(of.tus.received).toHaveLength(1)
  })
})

describe('Upload-Checksum', () => {
  test.each(['sha1', 'sha256'])(
    '%s that matches lets the bytes in, one that does not is answered 460 and discards them',
    async (algorithm) => {
      const [first, second] = [randomBytes(200_000), randomBytes(200_000)]
      const upload = await create(of.tus.address, 400_000)
      expect((await patch(upload, 0, first, { 'Upload-Checksum': checksum(algorithm, first) })).status).toBe(204)
      expect((await patch(upload, 200_000, second, { 'Upload-Checksum': checksum(algorithm, first) })).status).toBe(460)
      expect(await offsetOf(upload)).toBe(200_000)
      expect((await patch(upload, 200_000, second, { 'Upload-Checksum': checksum(algorithm, second) })).status).toBe(204)
      const whole = Buffer.concat([first, second])
      expect(of.tus.received[0]?.bytes.equals(whole)).toBe(true)
      expect(of.tus.received[0]?.upload).toMatchObject({
        sha256: createHash('sha256').update(whole).digest('hex'),
        crc32: crc32(whole),
      })
    },
  )

  test.each(['md5 1B2M2Y8AsgTpgAmY7PhCfg==', 'sha1', 'SHA1 x'])(
    '%j is answered 400, and the bytes are discarded',
    async (checksum) => {
      const upload = await create(of.tus.address, 5)
      expect((await patch(upload, 0, Buffer.from('01234'), { 'Upload-Checksum': checksum })).status).toBe(400)
      expect(await offsetOf(upload)).toBe(0)
    },
  )

  test('of a body that breaks off: none of it counts, also after a restart', async () => {
    const upload = await create(of.tus.address, 1000)
    await patch(upload, 0, Buffer.alloc(100, 1))
    const { request } = begin('PATCH', upload, {
      ...bodyHeaders,
      'Upload-Offset': 100,
      'Content-Length': 900,
      'Upload-Checksum': checksum('sha1', Buffer.alloc(900, 2)),
    })
    request.write(Buffer.alloc(500, 2))
    const data = of.tus.fileOf(upload, 'data')
    await until(async () => (await readFile(data)).length === 600)
    request.destroy()
    expect(await offsetOf(upload)).toBe(100)
    expect((await patch(upload, 100, Buffer.alloc(900, 3))).status).toBe(204)
    expect(of.tus.received[0]?.bytes.equals(Buffer.concat([Buffer.alloc(100, 1), Buffer.alloc(900, 3)]))).toBe(true)
    expect(of.tus.received[0]?.upload.crc32).toBe(crc32(of.tus.received[0]?.bytes ?? ''))
  })
})
