import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { DeviceClient, type DeviceClientOptions, type UploadDescription } from './device-client.ts'
import { startBadNetwork, type BadNetwork, type BadNetworkOptions } from './network.ts'
import { startLoopbackReceiver, type LoopbackReceiver } from './testing/loopback-receiver.ts'

let receiver: LoopbackReceiver
let network: BadNetwork | null
beforeEach(async () => {
  receiver = await startLoopbackReceiver()
  network = null
})
afterEach(async () => {
  await network?.close()
  await receiver.close()
})

const content = Uint8Array.from({ length: 700_000 }, (_, i) => (i * i) >> 5)
const quick = { chunkBytes: 64 * 1024, firstPauseMs: 1, longestPauseMs: 20, answerTimeoutMs: 400 }
const description: UploadDescription = {
  filename: 'ColdStart_001.vsb',
  collection: 'ColdStart',
  startMs: Date.UTC(2026, 9, 4, 6, 7, 12),
  endMs: Date.UTC(2026, 9, 4, 6, 16, 47),
  group: 'WT-07-1',
  notes: 'Straße, 3 °C',
}

function clientTo(server: string, more: Partial<DeviceClientOptions> = {}): DeviceClient {
  return new DeviceClient({ server, token: 'token', ...quick, ...more })
}

function hash(bytes: Uint8Array | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
}

describe('a logger on a good network', () => {
  it('delivers the bytes and says what they are', async () => {
    const delivered = await clientTo(receiver.url).upload(memorySource(content), description)
    expect(hash(receiver.received[0]?.bytes)).toBe(hash(content))
    expect(receiver.received[0]?.metadata).toEqual({
      filename: 'ColdStart_001.vsb',
      collection: 'ColdStart',
      start: '2026-10-04T06:07:12.000Z',
      end: '2026-10-04T06:16:47.000Z',
      group: 'WT-07-1',
      notes: 'Straße, 3 °C',
    })
    expect(delivered.bytesSent).toBe(content.length)
    expect(receiver.requests.filter(({ method }) => method === 'HEAD')).toEqual([])
  })

  it('delivers an empty file', async () => {
    await clientTo(receiver.url).upload(memorySource(new Uint8Array(0)), description)
    expect(receiver.received).toHaveLength(1)
  })

  it.each(['POST-503', 'POST-423', 'PATCH-460', 'PATCH-429', 'PATCH-409'])('tries again after %s', async (status) => {
    await clientTo(receiver.url).upload(memorySource(content), { ...description, filename: `${status}-twice.vsb` })
    expect(hash(receiver.received[0]?.bytes)).toBe(hash(content))
  })

  it('gives a file up that the server refuses', async () => {
    const upload = clientTo(receiver.url).upload(memorySource(content), { ...description, filename: 'POST-403-always.vsb' })
    await expect(upload).rejects.toThrow('POST-403-always.vsb was not delivered: the server answered 403')
    expect(receiver.requests).toHaveLength(1)
  })

  it.each(['POST', 'PATCH'])('gives up for now when the server fails at every %s', async (method) => {
    const filename = `${method}-500-always.vsb`
    const upload = clientTo(receiver.url, { mostFailures: 3 }).upload(memorySource(content), { ...description, filename })
    await expect(upload).rejects.toThrow('the server answered 500')
    expect(receiver.requests.filter(({ status }) => status === 500)).toHaveLength(4)
  })

  it('checks in', async () => {
    const state = { deviceTime: '2026-10-04T06:07:12.000Z', freeBytes: 1, totalBytes: 2, pendingUploads: 0, firmware: '1' }
    expect(await clientTo(receiver.url).checkin(state)).toEqual({ requests: [] })
    expect(receiver.checkins).toEqual([state])
  })
})

describe('a logger on a bad network', () => {
  it.each<[string, Omit<BadNetworkOptions, 'server' | 'seed'>]>([
    ['resets connections', { kind: 'cut', fewestBytes: 30_000, mostBytes: 260_000 }],
    ['swallows everything after a while', { kind: 'blackhole', fewestBytes: 100_000, mostBytes: 400_000 }],
    ['loses answers', { kind: 'duplicate' }],
    ['is slow', { kind: 'slow', bytesPerSecond: 4_000_000 }],
  ])('that %s, delivers every byte once', async (_, options) => {
    network = await startBadNetwork({ ...options, server: receiver.url, seed: 'test' })
    const client = clientTo(network.url, { mostFailures: 50, ...(options.kind === 'slow' && { answerTimeoutMs: 5000 }) })
    const delivered = await client.upload(memorySource(content), description)
    // A lost answer to the creation leaves an upload of the first chunk behind; finished is one.
    expect(receiver.received).toHaveLength(1)
    expect(hash(receiver.received[0]?.bytes)).toBe(hash(content))
    if (options.kind !== 'slow') expect(network.broken()).toBeGreaterThan(0)
    // At most one chunk is sent again for each break.
    expect(delivered.bytesSent).toBeLessThanOrEqual(content.length + network.broken() * quick.chunkBytes)
  })
})
