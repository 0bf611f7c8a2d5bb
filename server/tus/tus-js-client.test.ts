import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UploadOptions } from 'tus-js-client'
import { Upload } from 'tus-js-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReceivedUpload } from './hooks.ts'
import type { EngineServer } from './testing/engine-server.ts'
import { ownerHooks, startEngineServer } from './testing/engine-server.ts'

/** The client that the browser and the command line use. */
describe('tus-js-client', () => {
  let stagingDir: string
  let running: EngineServer
  let received: ReceivedUpload[]
  const bytes = randomBytes(5_000_000)
  const sha256 = createHash('sha256').update(bytes).digest('hex')

  beforeEach(async () => {
    stagingDir = await mkdtemp(join(tmpdir(), 'tus-js-'))
    received = []
    running = await start(0)
  })
  afterEach(async () => {
    await running.stop()
    await rm(stagingDir, { recursive: true, force: true })
  })

  function start(port: number): Promise<EngineServer> {
    const hooks = ownerHooks({
      onComplete: async (_context, upload) => {
        received.push(upload)
        return {}
      },
    })
    return startEngineServer({ stagingDir, hooks }, port)
  }

  function upload(options: Partial<UploadOptions>): { upload: Upload; done: Promise<void> } {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const started = new Upload(bytes, {
      endpoint: running.address,
      metadata: { filename: 'Fahrt ü.vsb' },
      retryDelays: [50, 100, 200, 400, 800],
      onSuccess: () => resolve(),
      onError: reject,
      ...options,
    })
    promise.catch(() => undefined)
    return { upload: started, done: promise }
  }

  test.each([
    ['in one request', {}],
    ['in chunks', { chunkSize: 300_000 }],
    ['with bytes in the creation', { chunkSize: 1_000_000, uploadDataDuringCreation: true }],
    ['whole in the creation', { uploadDataDuringCreation: true }],
    ['with POST in place of PATCH', { chunkSize: 1_000_000, overridePatchMethod: true }],
  ])('uploads %s', async (_case, options) => {
    const one = upload(options)
    one.upload.start()
    await one.done
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ length: bytes.length, sha256, metadata: new Map([['filename', 'Fahrt ü.vsb']]) })
  })

  test('resumes after a pause, and after a new start with the address of before', async () => {
    const paused = Promise.withResolvers<void>()
    const first = upload({
      chunkSize: 500_000,
      onChunkComplete: (_size, accepted) => {
        if (accepted === 1_500_000) void first.upload.abort().then(paused.resolve)
      },
    })
    first.upload.start()
    await paused.promise
    const sent: number[] = []
    const second = upload({
      uploadUrl: first.upload.url,
      chunkSize: 500_000,
      onChunkComplete: (_size, accepted) => sent.push(accepted),
    })
    second.upload.start()
    await second.done
    expect(sent[0]).toBe(2_000_000)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ sha256 })
  })

  test('goes on by itself when the server restarts in the middle', async () => {
    const port = Number(new URL(running.address).port)
    const restarted = Promise.withResolvers<void>()
    const one = upload({
      chunkSize: 500_000,
      onChunkComplete: (_size, accepted) => {
        if (accepted === 2_000_000) {
          void running.stop().then(async () => {
            running = await start(port)
            restarted.resolve()
          }, restarted.reject)
        }
      },
    })
    one.upload.start()
    await restarted.promise
    await one.done
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ sha256 })
  })

  test('gives an upload up', async () => {
    const ended = Promise.withResolvers<void>()
    const one = upload({
      chunkSize: 500_000,
      onChunkComplete: (_size, accepted) => {
        if (accepted === 1_000_000) one.upload.abort(true).then(ended.resolve, ended.reject)
      },
    })
    one.upload.start()
    await ended.promise
    const answer = await fetch(one.upload.url ?? '', { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
    expect(answer.status).toBe(404)
  })
})
