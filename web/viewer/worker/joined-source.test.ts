import { describe, expect, it } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import type { ByteSource, ReadWish } from '#recording/byte-source.ts'
import { joinedSource } from './joined-source.ts'

const kib = 1024
const bytes = Uint8Array.from({ length: 2000 * kib + 77 }, (_, i) => (i * 31 + (i >> 8)) % 251)

/** A source that notes what is read; while `held` it answers only when `go` is called. */
function noted() {
  const reads: [from: number, to: number][] = []
  const waiting: (() => void)[] = []
  const state = { held: false, stopped: 0 }
  const memory = memorySource(bytes)
  const source: ByteSource = {
    size: bytes.length,
    async read(offset, length, wish) {
      reads.push([offset / kib, (offset + length) / kib])
      if (state.held)
        await new Promise<void>((resolve, reject) => {
          waiting.push(resolve)
          wish?.signal.addEventListener('abort', () => {
            state.stopped++
            reject(new Error('stopped'))
          })
        })
      return await memory.read(offset, length)
    },
  }
  return { reads, state, go: () => waiting.splice(0).forEach((resolve) => resolve()), joined: joinedSource(source) }
}

const wish = (rank = 0): ReadWish & { stop: () => void } => {
  const controller = new AbortController()
  return { rank, signal: controller.signal, stop: () => controller.abort(new Error('given up')) }
}

/** All that wait for a turn of the loop have had it. */
const turns = async () => {
  for (let i = 0; i < 3; i++)
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
}

describe('a source that joins reads', () => {
  it('gives the bytes of any place, as the source has them', async () => {
    const { joined } = noted()
    for (const [offset, length] of [
      [0, 1],
      [65_535, 2],
      [1000, 300_000],
      [bytes.length - 5, 100],
      [bytes.length, 3],
      [131_072, 65_536],
    ] as const)
      expect(await joined.read(offset, length)).toEqual(bytes.subarray(offset, offset + length))
  })

  it('makes one request of neighbours and the page behind them, and none of what it has', async () => {
    const { joined, reads } = noted()
    await Promise.all([joined.read(10, 20), joined.read(70 * kib, 100), joined.read(130 * kib, 4), joined.read(500 * kib, 4)])
    expect(reads).toEqual([
      [0, 256],
      [448, 576],
    ])
    await Promise.all([joined.read(100, 1000), joined.read(200 * kib, 10 * kib)])
    expect(reads).toHaveLength(2)
  })

  it('asks for what is wanted most first, five requests at a time', async () => {
    const { joined, reads, state, go } = noted()
    state.held = true
    const all = [1, 4, 7, 10, 13, 16].map((page) => joined.read(page * 64 * kib, 1, wish(2)))
    all.push(joined.read(21 * 64 * kib, 1, wish(0)))
    await turns()
    expect(reads.map(([from]) => from / 64)).toEqual([21, 1, 4, 7, 10])
    state.held = false
    go()
    await Promise.all(all)
    expect(reads.map(([from]) => from / 64)).toEqual([21, 1, 4, 7, 10, 13, 16])
  })

  it('gives up what nobody wants any more, and keeps what somebody else wants', async () => {
    const { joined, state, go } = noted()
    state.held = true
    const [one, two] = [wish(), wish()]
    const alone = joined.read(0, 10, one)
    const shared = [joined.read(200 * kib, 10, one), joined.read(200 * kib, 10, two)] as const
    await turns()
    one.stop()
    await expect(alone).rejects.toThrow()
    expect(state.stopped).toBe(1)
    state.held = false
    go()
    expect(await shared[1]).toEqual(bytes.subarray(200 * kib, 200 * kib + 10))
    expect(await joined.read(0, 10)).toEqual(bytes.subarray(0, 10))
  })

  it('tries again after a failure', async () => {
    const memory = memorySource(bytes)
    let fails = true
    const joined = joinedSource({
      size: bytes.length,
      read: async (offset, length) => {
        if (fails) throw new Error('no connection')
        return await memory.read(offset, length)
      },
    })
    await expect(joined.read(0, 8)).rejects.toThrow('no connection')
    fails = false
    expect(await joined.read(0, 8)).toEqual(bytes.subarray(0, 8))
  })

  it('keeps eight MiB at most', async () => {
    let read = 0
    const joined = joinedSource({
      size: 64 * 1024 * kib,
      read: async (_offset, length) => {
        read += length
        return new Uint8Array(length)
      },
    })
    for (let at = 0; at < 16 * 1024 * kib; at += 64 * kib) await joined.read(at, 8)
    const before = read
    await joined.read(0, 8)
    expect(read).toBe(before + 128 * kib)
    await joined.read(15 * 1024 * kib, 8)
    expect(read).toBe(before + 128 * kib)
  })
})
