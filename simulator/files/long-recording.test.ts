import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { MemorySink } from '#recording/byte-sink.ts'
import { openVsb } from '#recording/formats/vsb/reader.ts'
import { writeLongRecording } from './long-recording.ts'

async function written(bytes: number, seed: string) {
  const sink = new MemorySink()
  const facts = await writeLongRecording(sink, bytes, { seed })
  return { facts, bytes: sink.bytes() }
}

test('it is as large as asked for, in order of time, and lasts as long as it says', async () => {
  const { facts, bytes } = await written(25_000_000, 'a')
  expect(bytes.length).toBeGreaterThanOrEqual(25_000_000)
  let [count, last, falls] = [0, -Infinity, 0]
  const { blocks, origin } = await openVsb(memorySource(bytes))
  for await (const block of blocks)
    for (let row = 0; row < block.count; row++, count++) {
      const time = block.timeNs[row] ?? NaN
      if (time < last - 50_000) falls++
      last = Math.max(last, time)
    }
  expect(count).toBe(facts.frameCount)
  expect(falls).toBe(0)
  const endMs = origin.epochMs + last / 1e6
  expect(facts.endMs - endMs).toBeLessThan(1000)
  expect(endMs).toBeLessThanOrEqual(facts.endMs)
})

test('the same seed gives the same bytes, another one others', async () => {
  const digest = async (seed: string) =>
    createHash('sha256')
      .update((await written(1000, seed)).bytes)
      .digest('hex')
  expect(await digest('a')).toBe(await digest('a'))
  expect(await digest('a')).not.toBe(await digest('b'))
})
