import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MemorySink } from '#recording/byte-sink.ts'
import { ThreadSink } from './thread-sink.ts'

/** [write?, length or place, seed] */
const step = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 1_500_000 }), fc.integer({ min: 1, max: 255 }))

it('gives the same bytes as a sink in memory, whatever is written and patched', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const expected = new MemorySink()
      const taken = new Uint8Array(20_000_000)
      const sink = new ThreadSink(async (offset, bytes) => taken.set(bytes, offset))
      for (const [isWrite, number, seed] of steps) {
        const at = Math.min(number, expected.position)
        const bytes = new Uint8Array(isWrite ? number : Math.min(70_000, expected.position - at)).fill(seed)
        for (const one of [expected, sink]) await (isWrite ? one.write(bytes) : one.patch(at, bytes))
      }
      await sink.end()
      expect(sink.position).toBe(expected.position)
      expect(Buffer.compare(taken.subarray(0, sink.position), expected.bytes())).toBe(0)
    }),
    { numRuns: 30 },
  )
})

it('tells of bytes that were not taken, and refuses a patch of what was not written', async () => {
  const sink = new ThreadSink(() => Promise.reject(new Error('no room')))
  await sink.write(Uint8Array.of(1))
  expect(() => sink.patch(0, Uint8Array.of(1, 2))).toThrow('past the 1 bytes')
  await expect(sink.end()).rejects.toThrow('no room')
})
