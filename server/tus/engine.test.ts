import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#server/http/problem.ts'
import type { ReceivedUpload } from './hooks.ts'
import type { EngineServer } from './testing/engine-server.ts'
import { ownerHooks, startEngineServer } from './testing/engine-server.ts'
import { ask, begin, bodyHeaders, create, offsetOf, patch } from './testing/raw-client.ts'

let stagingDir: string
let running: EngineServer
let received: { upload: ReceivedUpload; bytes: Buffer }[]
let now: number
let faults: unknown[]
let completing: (upload: ReceivedUpload) => Promise<Record<string, string>>

beforeEach(async () => {
  stagingDir = await mkdtemp(join(tmpdir(), 'tus-engine-'))
  received = []
  faults = []
  now = Date.UTC(2026, 0, 1)
  completing = async (upload) => ({ 'x-file': upload.sha256.slice(0, 8) })
  await start()
})
afterEach(async () => {
  await running.stop()
  await rm(stagingDir, { recursive: true, force: true })
  expect(faults).toEqual([])
})

async function start(): Promise<void> {
  running = await startEngineServer({
    stagingDir,
    maxBytes: () => 10_000_000,
    expiresAfterMs: 60_000,
    clock: () => now,
    lockTimes: { takeOverAfterMs: 300, waitMs: 1500 },
    silenceMs: 1000,
    hooks: ownerHooks({
      onCreate: async (_context, { metadata }) => {
        if (metadata.get('filename') === 'refused') throw new Problem('quota', { used: 9, quota: 8 })
      },
      onComplete: async (_context, upload) => {
        const headers = await completing(upload)
        received.push({ upload, bytes: await readFile(upload.path).catch(() => Buffer.from('moved')) })
        return headers
      },
      onFault: (error) => faults.push(error),
    }),
  })
}
/** What a new process would find. */
async function restart(): Promise<void> {
  await running.stop()
  await start()
}
function sha(algorithm: string, bytes: Uint8Array): string {
  return `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`
}

describe('OPTIONS', () => {
  test('says what is offered, with or without Tus-Resumable', async () => {
    const answer = await ask('OPTIONS', running.address, { 'Tus-Resumable': '' })
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,checksum,termination,expiration',
      'tus-checksum-algorithm': 'sha1,sha256',
      'tus-max-size': '10000000',
    })
  })
})

describe('every other request', () => {
  test.each(['', '0.2.2', '1.0.1'])('with the version %j is answered 412 with the versions known', async (version) => {
    const upload = await create(running.address, 5)
    for (const [method, address] of [['POST', running.address], ['HEAD', upload], ['PATCH', upload], ['DELETE', upload]] as const) {
      const answer = await ask(method, address, { 'Tus-Resumable': version })
      expect(answer.status, method).toBe(412)
      expect(answer.headers['tus-version'], method).toBe('1.0.0')
    }
    expect(await offsetOf(upload)).toBe(0)
  })

  test('carries Tus-Resumable and Cache-Control: no-store in its answer', async () => {
    const upload = await create(running.address, 5)
    for (const answer of [await ask('HEAD', upload), await ask('HEAD', `${upload}x`), await ask('POST', running.address), await patch(upload, 0, Buffer.from('12345'))]) {
      expect(answer.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' })
    }
  })

  test('may name its method in X-HTTP-Method-Override', async () => {
    const upload = await create(running.address, 5)
    const answer = await ask('POST', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'X-HTTP-Method-Override': 'PATCH' }, Buffer.from('12345'))
    expect(answer.status).toBe(204)
    expect((await ask('POST', upload, { 'X-HTTP-Method-Override': 'DELETE' })).status).toBe(204)
    expect((await ask('HEAD', upload)).status).toBe(404)
  })

  test('for an unknown, malformed or somebody else\'s upload is answered 404', async () => {
    const upload = await create(running.address, 5)
    for (const [address, owner] of [[`${upload}x`, 'somebody'], [`${running.address}/..`, 'somebody'], [`${running.address}/%2e%2e%2fetc`, 'somebody'], [upload, 'another']] as const) {
      for (const method of ['HEAD', 'PATCH', 'DELETE']) {
        const answer = await ask(method, address, { ...bodyHeaders, 'Upload-Offset': 0, 'x-owner': owner })
        expect([404, 400], `${method} ${address}`).toContain(answer.status)
        expect(answer.headers['upload-offset']).toBeUndefined()
      }
    }
    expect(await offsetOf(upload)).toBe(0)
  })

  test('with a method that is none is answered 400', async () => {
    const upload = await create(running.address, 5)
    expect((await ask('PUT', upload)).status).toBe(400)
    expect((await ask('GET', running.address)).status).toBe(400)
  })
})

describe('POST', () => {
  test('creates an upload and says where it is and when it expires', async () => {
    const answer = await ask('POST', running.address, { 'Upload-Length': 100, 'Upload-Metadata': 'filename ZHJpdmUudnNi,empty' })
    expect(answer.status).toBe(201)
    expect(answer.headers.location).toMatch(/^\/uploads\/[\w-]{24}$/)
    expect(answer.headers['upload-expires']).toBe(new Date(now + 60_000).toUTCString())
    expect(answer.headers['upload-offset']).toBeUndefined()
    const head = await ask('HEAD', new URL(String(answer.headers.location), running.address).href)
    expect(head.headers).toMatchObject({
      'upload-offset': '0',
      'upload-length': '100',
      'upload-metadata': 'filename ZHJpdmUudnNi,empty',
      'upload-expires': new Date(now + 60_000).toUTCString(),
    })
  })

  test.each([
    ['no length', {}, 400],
    ['a negative length', { 'Upload-Length': '-1' }, 400],
    ['a length that is no number', { 'Upload-Length': '1e3' }, 400],
    ['a length beyond exact numbers', { 'Upload-Length': '99999999999999999' }, 400],
    ['a deferred length', { 'Upload-Defer-Length': '1' }, 400],
    ['a length over the limit', { 'Upload-Length': '10000001' }, 413],
    ['metadata that is no pair', { 'Upload-Length': '1', 'Upload-Metadata': 'a b c' }, 400],
    ['metadata that is not base64', { 'Upload-Length': '1', 'Upload-Metadata': 'filename *' }, 400],
    ['metadata that is not text', { 'Upload-Length': '1', 'Upload-Metadata': 'filename /w==' }, 400],
    ['metadata given twice', { 'Upload-Length': '1', 'Upload-Metadata': 'a YQ==,a YQ==' }, 400],
    ['what the hook refuses', { 'Upload-Length': '1', 'Upload-Metadata': `filename ${btoa('refused')}` }, 413],
  ])('with %s is refused with a sentence and leaves nothing', async (_case, headers, status) => {
    const answer = await ask('POST', running.address, headers)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({ id: expect.any(String), message: expect.stringMatching(/.{12,}/), fields: [] })
    expect(await readdir(stagingDir)).toEqual([])
  })

  test('with a body takes its bytes', async () => {
    const answer = await ask('POST', running.address, { ...bodyHeaders, 'Upload-Length': 10 }, Buffer.from('01234'))
    expect(answer.status).toBe(201)
    expect(answer.headers['upload-offset']).toBe('5')
    const upload = new URL(String(answer.headers.location), running.address).href
    expect((await patch(upload, 5, Buffer.from('56789'))).headers['upload-offset']).toBe('10')
    expect(received[0]?.bytes.toString()).toBe('0123456789')
  })

  test('with the whole body completes', async () => {
    const answer = await ask('POST', running.address, { ...bodyHeaders, 'Upload-Length': 5, 'Upload-Checksum': sha('sha1', Buffer.from('01234')) }, Buffer.from('01234'))
    expect(answer.status).toBe(201)
    expect(answer.headers).toMatchObject({ 'upload-offset': '5', 'x-file': received[0]?.upload.sha256.slice(0, 8) })
  })

  test('with a body of the wrong type, size or checksum is refused and leaves nothing', async () => {
    const body = Buffer.from('01234')
    expect((await ask('POST', running.address, { 'Content-Type': 'text/plain', 'Upload-Length': 5 }, body)).status).toBe(415)
    expect((await ask('POST', running.address, { ...bodyHeaders, 'Upload-Length': 4 }, body)).status).toBe(413)
    expect((await ask('POST', running.address, { ...bodyHeaders, 'Upload-Length': 5, 'Upload-Checksum': sha('sha1', Buffer.from('x')) }, body)).status).toBe(460)
    expect(await readdir(stagingDir)).toEqual([])
  })

  test('whose body breaks off leaves nothing, since its client knows no address', async () => {
    const { request } = begin('POST', running.address, { ...bodyHeaders, 'Upload-Length': 10, 'Content-Length': 10 })
    request.write('01234')
    await vi.waitUntil(async () => (await readdir(stagingDir)).length > 0)
    request.destroy()
    await vi.waitUntil(async () => (await readdir(stagingDir)).length === 0)
  })

  test('of an empty file completes it', async () => {
    const answer = await ask('POST', running.address, { 'Upload-Length': 0 })
    expect(answer.status).toBe(201)
    expect(received.map(({ upload, bytes }) => [upload.length, upload.crc32, upload.sha256, bytes.length])).toEqual([
      [0, 0, createHash('sha256').digest('hex'), 0],
    ])
  })
})

describe('PATCH', () => {
  test('appends at the offset, and the last one hands the upload over with its hashes before it answers', async () => {
    const bytes = randomBytes(3_000_000)
    const upload = await create(running.address, bytes.length, { 'Upload-Metadata': `filename ${btoa('a.vsb')}` })
    for (let offset = 0; offset < bytes.length; offset += 700_001) {
      const answer = await patch(upload, offset, bytes.subarray(offset, offset + 700_001))
      const end = Math.min(offset + 700_001, bytes.length)
      expect(answer.status).toBe(204)
      expect(answer.headers['upload-offset']).toBe(String(end))
      if (end < bytes.length) expect(answer.headers['upload-expires']).toBe(new Date(now + 60_000).toUTCString())
      else expect(answer.headers['x-file']).toBe(createHash('sha256').update(bytes).digest('hex').slice(0, 8))
    }
    expect(received).toHaveLength(1)
    expect(received[0]?.bytes.equals(bytes)).toBe(true)
    expect(received[0]?.upload).toMatchObject({
      length: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      crc32: crc32(bytes),
      metadata: new Map([['filename', 'a.vsb']]),
    })
    expect((await readdir(stagingDir)).filter((name) => name.endsWith('.data'))).toEqual([])
  })

  test('after a restart goes on where it was, and the hashes are right', async () => {
    const bytes = randomBytes(2_500_000)
    const upload = (await create(running.address, bytes.length)).split('/').at(-1)
    await patch(`${running.address}/${upload}`, 0, bytes.subarray(0, 1_234_567))
    await restart()
    expect(await offsetOf(`${running.address}/${upload}`)).toBe(1_234_567)
    expect((await patch(`${running.address}/${upload}`, 1_234_567, bytes.subarray(1_234_567))).status).toBe(204)
    expect(received[0]?.upload).toMatchObject({ sha256: createHash('sha256').update(bytes).digest('hex'), crc32: crc32(bytes) })
  })

  test('at another offset is answered 409, and changes nothing', async () => {
    const upload = await create(running.address, 10)
    await patch(upload, 0, Buffer.from('01234'))
    for (const offset of [0, 4, 6, 10]) expect((await patch(upload, offset, Buffer.from('xxxxx'))).status).toBe(409)
    expect(await offsetOf(upload)).toBe(5)
  })

  test('with a wrong type is answered 415, without an offset 400', async () => {
    const upload = await create(running.address, 10)
    expect((await patch(upload, 0, Buffer.from('x'), { 'Content-Type': 'application/octet-stream' })).status).toBe(415)
    expect((await ask('PATCH', upload, bodyHeaders, Buffer.from('x'))).status).toBe(400)
    expect(await offsetOf(upload)).toBe(0)
  })

  test('with more bytes than the upload has is answered 413, and changes nothing', async () => {
    const upload = await create(running.address, 10)
    await patch(upload, 0, Buffer.from('01234'))
    expect((await patch(upload, 5, Buffer.from('567890'))).status).toBe(413)
    const { request, answer } = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 5, 'Transfer-Encoding': 'chunked' })
    request.end('567890')
    expect((await answer).status).toBe(413)
    expect(await offsetOf(upload)).toBe(5)
    expect((await patch(upload, 5, Buffer.from('56789'))).status).toBe(204)
    expect(received[0]?.bytes.toString()).toBe('0123456789')
  })

  test('may come in chunks of unknown number', async () => {
    const upload = await create(running.address, 10)
    const { request, answer } = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Transfer-Encoding': 'chunked' })
    request.write('01234')
    request.end('56789')
    expect((await answer).status).toBe(204)
    expect(received[0]?.bytes.toString()).toBe('0123456789')
  })

  test('that breaks off keeps what arrived', async () => {
    const bytes = randomBytes(1_500_000)
    const upload = await create(running.address, bytes.length)
    const { request } = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Content-Length': bytes.length })
    await new Promise((resolve) => request.write(bytes.subarray(0, 1_000_000), resolve))
    const data = join(stagingDir, `${upload.split('/').at(-1)}.data`)
    await vi.waitUntil(async () => (await readFile(data)).length > 0)
    request.destroy()
    const offset = await offsetOf(upload)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(1_000_000)
    expect((await patch(upload, offset, bytes.subarray(offset))).status).toBe(204)
    expect(received[0]?.bytes.equals(bytes)).toBe(true)
    expect(received[0]?.upload.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('makes bytes durable while they come, not only at the end', async () => {
    const upload = await create(running.address, 2_000_000)
    const { request } = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Content-Length': 2_000_000 })
    request.write(randomBytes(300_000))
    const journal = join(stagingDir, `${upload.split('/').at(-1)}.journal`)
    await vi.waitUntil(async () => (await readFile(journal, 'utf8')).includes('"offset":300000'), { timeout: 5000 })
    request.destroy()
  })

  test('that is finished may be repeated without bytes', async () => {
    const upload = await create(running.address, 5)
    await patch(upload, 0, Buffer.from('01234'))
    const again = await patch(upload, 5, Buffer.alloc(0))
    expect(again.status).toBe(204)
    expect(again.headers).toMatchObject({ 'upload-offset': '5', 'x-file': received[0]?.upload.sha256.slice(0, 8) })
    expect(received).toHaveLength(1)
  })
})

describe('Upload-Checksum', () => {
  test.each(['sha1', 'sha256'])('%s that matches lets the bytes in, one that does not is answered 460 and discards them', async (algorithm) => {
    const [first, second] = [randomBytes(200_000), randomBytes(200_000)]
    const upload = await create(running.address, 400_000)
    expect((await patch(upload, 0, first, { 'Upload-Checksum': sha(algorithm, first) })).status).toBe(204)
    expect((await patch(upload, 200_000, second, { 'Upload-Checksum': sha(algorithm, first) })).status).toBe(460)
    expect(await offsetOf(upload)).toBe(200_000)
    expect((await patch(upload, 200_000, second, { 'Upload-Checksum': sha(algorithm, second) })).status).toBe(204)
    const whole = Buffer.concat([first, second])
    expect(received[0]?.bytes.equals(whole)).toBe(true)
    expect(received[0]?.upload).toMatchObject({ sha256: createHash('sha256').update(whole).digest('hex'), crc32: crc32(whole) })
  })

  test.each(['md5 1B2M2Y8AsgTpgAmY7PhCfg==', 'sha1', 'SHA1 x'])('%j is answered 400, and the bytes are discarded', async (checksum) => {
    const upload = await create(running.address, 5)
    expect((await patch(upload, 0, Buffer.from('01234'), { 'Upload-Checksum': checksum })).status).toBe(400)
    expect(await offsetOf(upload)).toBe(0)
  })

  test('of a body that breaks off: none of it counts, also after a restart', async () => {
    const upload = await create(running.address, 1000)
    await patch(upload, 0, Buffer.alloc(100, 1))
    const { request } = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 100, 'Content-Length': 900, 'Upload-Checksum': sha('sha1', Buffer.alloc(900, 2)) })
    request.write(Buffer.alloc(500, 2))
    const data = join(stagingDir, `${upload.split('/').at(-1)}.data`)
    await vi.waitUntil(async () => (await readFile(data)).length === 600, { timeout: 5000 })
    request.destroy()
    expect(await offsetOf(upload)).toBe(100)
    expect((await patch(upload, 100, Buffer.alloc(900, 3))).status).toBe(204)
    expect(received[0]?.bytes.equals(Buffer.concat([Buffer.alloc(100, 1), Buffer.alloc(900, 3)]))).toBe(true)
    expect(received[0]?.upload.crc32).toBe(crc32(received[0]?.bytes ?? ''))
  })
})

describe('two requests for one upload', () => {
  test('the newer takes over from one that is silent, and what that one brought is kept', async () => {
    const upload = await create(running.address, 10)
    const dead = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Content-Length': 10 })
    dead.request.write('01234')
    await vi.waitUntil(async () => (await readdir(stagingDir)).length === 2)
    expect(await offsetAfterTakeOver(upload)).toBe(5)
    expect((await dead.answer).status).toBe(423)
    expect((await patch(upload, 5, Buffer.from('56789'))).status).toBe(204)
    expect(received[0]?.bytes.toString()).toBe('0123456789')
  })

  test('the newer is answered 423 when the older is alive for long, and does not disturb it', async () => {
    const upload = await create(running.address, 1000)
    const alive = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Content-Length': 1000 })
    let sent = 0
    const sender = setInterval(() => alive.request.write(Buffer.alloc(1, (sent += 1))), 50)
    await vi.waitUntil(() => sent > 3)
    const refused = await patch(upload, 0, Buffer.from('x'))
    clearInterval(sender)
    expect(refused.status).toBe(423)
    expect(refused.headers['retry-after']).toBe('1')
    alive.request.end(Buffer.alloc(1000 - sent))
    expect((await alive.answer).status).toBe(204)
  })

  test('ten at the same offset: one counts', async () => {
    const upload = await create(running.address, 10)
    const answers = await Promise.all(Array.from({ length: 10 }, () => patch(upload, 0, Buffer.from('0123456789'))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 409)])
    expect(received).toHaveLength(1)
  })

  async function offsetAfterTakeOver(upload: string): Promise<number> {
    // the dead request may not even have reached the engine yet; it has, once the offset moves
    return vi.waitUntil(async () => (await offsetOf(upload)) || undefined, { timeout: 5000 })
  }
})

test('a body that falls silent is stored, and its connection closed', async () => {
  const upload = await create(running.address, 10)
  const silent = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Content-Length': 10 })
  silent.request.write('01234')
  await expect(silent.answer).rejects.toThrow(/hang up|ECONNRESET/)
  expect(await offsetOf(upload)).toBe(5)
})

describe('DELETE', () => {
  test('frees an upload for good', async () => {
    const upload = await create(running.address, 10)
    await patch(upload, 0, Buffer.from('01234'))
    expect((await ask('DELETE', upload)).status).toBe(204)
    expect(await readdir(stagingDir)).toEqual([])
    expect((await ask('DELETE', upload)).status).toBe(404)
    expect((await patch(upload, 5, Buffer.from('x'))).status).toBe(404)
  })
})

describe('expiration', () => {
  test('an unfinished upload is 410 once its time is over, and swept', async () => {
    const upload = await create(running.address, 10)
    const other = await create(running.address, 10)
    now += 50_000
    await patch(upload, 0, Buffer.from('01234'))
    now += 50_000
    expect((await ask('HEAD', upload)).headers['upload-expires']).toBe(new Date(now + 10_000).toUTCString())
    expect((await ask('HEAD', other)).status).toBe(410)
    now += 20_000
    await running.engine.sweep()
    expect(await readdir(stagingDir)).toEqual([])
    expect((await ask('HEAD', upload)).status).toBe(404)
  })

  test('what a cut-off creation left is removed after an hour, what is under way is not', async () => {
    const { request } = begin('POST', running.address, { ...bodyHeaders, 'Upload-Length': 10, 'Content-Length': 10 })
    request.flushHeaders()
    await vi.waitUntil(async () => (await readdir(stagingDir)).length === 1)
    const [underWay] = await readdir(stagingDir)
    await writeFile(join(stagingDir, 'cut-off-before-journal.data'), 'x')
    await writeFile(join(stagingDir, 'cut-off-within-journal.data'), '')
    await writeFile(join(stagingDir, 'cut-off-within-journal.journal'), '{"journal":1,"len')
    await running.engine.recover()
    expect(await readdir(stagingDir)).toHaveLength(4)
    now = Date.now() + 3_700_000
    await running.engine.recover()
    expect(await readdir(stagingDir)).toEqual([underWay])
    request.destroy()
  })
})

describe('completing', () => {
  test('that fails is tried again by HEAD; the offset is answered only when it has worked', async () => {
    let tries = 0
    completing = async () => {
      tries += 1
      if (tries < 3) throw new Problem('unavailable')
      return { 'x-file': 'third' }
    }
    const upload = await create(running.address, 5)
    expect((await patch(upload, 0, Buffer.from('01234'))).status).toBe(503)
    expect((await ask('HEAD', upload)).status).toBe(503)
    const head = await ask('HEAD', upload)
    expect(head.headers).toMatchObject({ 'upload-offset': '5', 'x-file': 'third' })
    expect((await ask('HEAD', upload)).headers['x-file']).toBe('third')
    expect(tries).toBe(3)
  })

  test('that was cut off is done at the start, with the hashes that were recorded, even when the bytes are moved already', async () => {
    completing = async (upload) => {
      await rm(upload.path)
      throw new Problem('unavailable')
    }
    const upload = (await create(running.address, 5)).split('/').at(-1)
    expect((await patch(`${running.address}/${upload}`, 0, Buffer.from('01234'))).status).toBe(503)
    completing = async () => ({ 'x-file': 'recovered' })
    await restart()
    expect(received).toHaveLength(1)
    expect(received[0]?.upload).toMatchObject({ length: 5, crc32: crc32('01234'), sha256: createHash('sha256').update('01234').digest('hex') })
    expect((await ask('HEAD', `${running.address}/${upload}`)).headers).toMatchObject({ 'upload-offset': '5', 'x-file': 'recovered' })
  })

  test('that has a fault is answered 500 and reported', async () => {
    completing = async () => {
      throw new Error('broken')
    }
    const upload = await create(running.address, 5)
    expect((await patch(upload, 0, Buffer.from('01234'))).status).toBe(500)
    expect(faults.splice(0)).toHaveLength(1)
  })
})

test('a journal line that a crash cut off spoils only itself', async () => {
  const upload = (await create(running.address, 10)).split('/').at(-1) ?? ''
  await patch(`${running.address}/${upload}`, 0, Buffer.from('01234'))
  await running.stop()
  await appendFile(join(stagingDir, `${upload}.journal`), '\n{"offset":9,"a')
  await appendFile(join(stagingDir, `${upload}.data`), 'never acknowledged')
  await start()
  expect(await offsetOf(`${running.address}/${upload}`)).toBe(5)
  await patch(`${running.address}/${upload}`, 5, Buffer.from('567'))
  await restart()
  expect(await offsetOf(`${running.address}/${upload}`)).toBe(8)
  await patch(`${running.address}/${upload}`, 8, Buffer.from('89'))
  expect(received[0]?.bytes.toString()).toBe('0123456789')
})
