import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { useEngine } from './testing/engine-fixture.ts'
import { ask, begin, bodyHeaders, patch, checksum } from './testing/raw-client.ts'
import { until } from './testing/until.ts'

const of = useEngine()

describe('POST', () => {
  test('creates an upload and says where it is and when it expires', async () => {
    const answer = await ask('POST', of.tus.address, { 'Upload-Length': 100, 'Upload-Metadata': 'filename ZHJpdmUudnNi,empty' })
    expect(answer.status).toBe(201)
    expect(answer.headers.location).toMatch(/^\/uploads\/[\w-]{24}$/)
    expect(answer.headers['upload-expires']).toBe(new Date(of.tus.now + 60_000).toUTCString())
    expect(answer.headers['upload-offset']).toBeUndefined()
    const head = await ask('HEAD', new URL(String(answer.headers.location), of.tus.address).href)
    expect(head.headers).toMatchObject({
      'upload-offset': '0',
      'upload-length': '100',
      'upload-metadata': 'filename ZHJpdmUudnNi,empty',
      'upload-expires': new Date(of.tus.now + 60_000).toUTCString(),
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
    const answer = await ask('POST', of.tus.address, headers)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({
      id: expect.any(String),
      message: expect.stringMatching(/.{12,}/),
      fields: [],
    })
    expect(await readdir(of.tus.stagingDir)).toEqual([])
  })

  test('with a body takes its bytes', async () => {
    const answer = await ask('POST', of.tus.address, { ...bodyHeaders, 'Upload-Length': 10 }, Buffer.from('01234'))
    expect(answer.status).toBe(201)
    expect(answer.headers['upload-offset']).toBe('5')
    const upload = new URL(String(answer.headers.location), of.tus.address).href
    expect((await patch(upload, 5, Buffer.from('56789'))).headers['upload-offset']).toBe('10')
    expect(of.tus.received[0]?.bytes.toString()).toBe('0123456789')
  })

  test('with the whole body completes', async () => {
    const answer = await ask(
      'POST',
      of.tus.address,
      { ...bodyHeaders, 'Upload-Length': 5, 'Upload-Checksum': checksum('sha1', Buffer.from('01234')) },
      Buffer.from('01234'),
    )
    expect(answer.status).toBe(201)
    expect(answer.headers).toMatchObject({ 'upload-offset': '5', 'x-file': of.tus.received[0]?.upload.sha256.slice(0, 8) })
  })

  test('with a body of the wrong type, size or checksum is refused and leaves nothing', async () => {
    const body = Buffer.from('01234')
    expect((await ask('POST', of.tus.address, { 'Content-Type': 'text/plain', 'Upload-Length': 5 }, body)).status).toBe(415)
    expect((await ask('POST', of.tus.address, { ...bodyHeaders, 'Upload-Length': 4 }, body)).status).toBe(413)
    expect(
      (
        await ask(
          'POST',
          of.tus.address,
          { ...bodyHeaders, 'Upload-Length': 5, 'Upload-Checksum': checksum('sha1', Buffer.from('x')) },
          body,
        )
      ).status,
    ).toBe(460)
    expect(await readdir(of.tus.stagingDir)).toEqual([])
  })

  test('whose body breaks off leaves nothing, since its client knows no address', async () => {
    const { request } = begin('POST', of.tus.address, { ...bodyHeaders, 'Upload-Length': 10, 'Content-Length': 10 })
    request.write('01234')
    await until(async () => (await readdir(of.tus.stagingDir)).length > 0)
    request.destroy()
    await until(async () => (await readdir(of.tus.stagingDir)).length === 0)
  })

  test('of an empty file completes it', async () => {
    const answer = await ask('POST', of.tus.address, { 'Upload-Length': 0 })
    expect(answer.status).toBe(201)
    expect(of.tus.received.map(({ upload, bytes }) => [upload.length, upload.crc32, upload.sha256, bytes.length])).toEqual([
      [0, 0, createHash('sha256').digest('hex'), 0],
    ])
  })
})
