import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { useEngine } from './testing/engine-fixture.ts'
import { begin, bodyHeaders, create, offsetOf, patch } from './testing/raw-client.ts'
import { until } from './testing/until.ts'

describe('two requests for one upload', () => {
  // a request that is alive may be silent for as long as a busy machine pauses
  const of = useEngine({ lockTimes: { takeOverAfterMs: 2500, waitMs: 4000 }, silenceMs: 8000 })

  test('the newer takes over from one that is silent, and what that one brought is kept', async () => {
    const upload = await create(of.tus.address, 10)
    const dead = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Content-Length': 10 })
    dead.request.write('01234')
    await until(async () => (await readdir(of.tus.stagingDir)).length === 2)
    expect(await offsetAfterTakeOver(upload)).toBe(5)
    expect((await dead.answer).status).toBe(423)
    expect((await patch(upload, 5, Buffer.from('56789'))).status).toBe(204)
    expect(of.tus.received[0]?.bytes.toString()).toBe('0123456789')
  })

  test('the newer is answered 423 when the older is alive for long, and does not disturb it', async () => {
    const upload = await create(of.tus.address, 1000)
    const alive = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Content-Length': 1000 })
    let sent = 0
    const sender = setInterval(() => alive.request.write(Buffer.alloc(1, (sent += 1))), 50)
    await until(() => sent > 3)
    const refused = await patch(upload, 0, Buffer.from('x'))
    clearInterval(sender)
    expect(refused.status).toBe(423)
    expect(refused.headers['retry-after']).toBe('1')
    alive.request.end(Buffer.alloc(1000 - sent))
    expect((await alive.answer).status).toBe(204)
  })

  test('ten at the same offset: one counts', async () => {
    const upload = await create(of.tus.address, 10)
    const answers = await Promise.all(Array.from({ length: 10 }, () => patch(upload, 0, Buffer.from('0123456789'))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 409)])
    expect(of.tus.received).toHaveLength(1)
  })

  async function offsetAfterTakeOver(upload: string): Promise<number> {
    // the dead request may not even have reached the engine yet; it has, once the offset moves
    return until(async () => (await offsetOf(upload)) || undefined)
  }
})

describe('one request', () => {
  const of = useEngine()

  test('a body that falls silent is stored, and its connection closed', async () => {
    const upload = await create(of.tus.address, 10)
    const silent = begin('PATCH', upload, { ...bodyHeaders, 'Upload-Offset': 0, 'Content-Length': 10 })
    silent.request.write('01234')
    await expect(silent.answer).rejects.toThrow(/hang up|ECONNRESET/)
    expect(await offsetOf(upload)).toBe(5)
  })
})
