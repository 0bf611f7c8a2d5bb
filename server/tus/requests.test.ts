import { describe, expect, test } from 'vitest'
import { useEngine } from './testing/engine-fixture.ts'
import { ask, bodyHeaders, create, offsetOf, patch } from './testing/raw-client.ts'

const of = useEngine()

describe('OPTIONS', () => {
  test('says what is offered, with or without Tus-Resumable', async () => {
    const answer = await ask('OPTIONS', of.tus.address, { 'Tus-Resumable': '' })
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
    const upload = await create(of.tus.address, 5)
    for (const [method, address] of [
      ['POST', of.tus.address],
      ['HEAD', upload],
      ['PATCH', upload],
      ['DELETE', upload],
    ] as const) {
      const answer = await ask(method, address, { 'Tus-Resumable': version })
      expect(answer.status, method).toBe(412)
      expect(answer.headers['tus-version'], method).toBe('1.0.0')
    }
    expect(await offsetOf(upload)).toBe(0)
  })

  test('carries Tus-Resumable and Cache-Control: no-store in its answer', async () => {
    const upload = await create(of.tus.address, 5)
    for (const answer of [
      await ask('HEAD', upload),
      await ask('HEAD', `${upload}x`),
      await ask('POST', of.tus.address),
      await patch(upload, 0, Buffer.from('12345')),
    ]) {
      expect(answer.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' })
    }
  })

  test('may name its method in X-HTTP-Method-Override', async () => {
    const upload = await create(of.tus.address, 5)
    const answer = await ask(
      'POST',
      upload,
      { ...bodyHeaders, 'Upload-Offset': 0, 'X-HTTP-Method-Override': 'PATCH' },
      Buffer.from('12345'),
    )
    expect(answer.status).toBe(204)
    expect((await ask('POST', upload, { 'X-HTTP-Method-Override': 'DELETE' })).status).toBe(204)
    expect((await ask('HEAD', upload)).status).toBe(404)
  })

  test("for an unknown, malformed or somebody else's upload is answered 404", async () => {
    const upload = await create(of.tus.address, 5)
    for (const [address, owner] of [
      [`${upload}x`, 'somebody'],
      [`${of.tus.address}/..`, 'somebody'],
      [`${of.tus.address}/%2e%2e%2fetc`, 'somebody'],
      [upload, 'another'],
    ] as const) {
      for (const method of ['HEAD', 'PATCH', 'DELETE']) {
        const answer = await ask(method, address, { ...bodyHeaders, 'Upload-Offset': 0, 'x-owner': owner })
        expect([404, 400], `${method} ${address}`).toContain(answer.status)
        expect(answer.headers['upload-offset']).toBeUndefined()
      }
    }
    expect(await offsetOf(upload)).toBe(0)
  })

  test('with a method that is none is answered 400', async () => {
    const upload = await create(of.tus.address, 5)
    expect((await ask('PUT', upload)).status).toBe(400)
    expect((await ask('GET', of.tus.address)).status).toBe(400)
  })
})
