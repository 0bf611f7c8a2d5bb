import { expect, it } from 'vitest'
import { MemorySink } from '../byte-sink.ts'
import { memorySource } from '../byte-source.ts'
import { FrameBlockBuilder, type FrameBlock } from '../frames.ts'
import { FrameRows } from './frame-rows.ts'
import { mf4 } from './mf4.ts'
import { Mf4CanWriter } from './mf4/can-writer.ts'

function dataOf({ count, data, dataStart, length }: FrameBlock): number[][] {
  return Array.from({ length: count }, (_, row) => {
    const start = dataStart[row] ?? 0
    return [...data.subarray(start, start + (length[row] ?? 0))]
  })
}

it('rows whose data were lent get data of their own when others follow', () => {
  const rows = new FrameRows(true)
  rows.open()
  const lent = Uint8Array.of(9, 9, 1, 2, 9, 3)
  rows.lend(lent)
  rows.dataStart.set([2, 5])
  rows.length.set([2, 1])
  rows.count = 2
  expect(rows.isApart(lent)).toBe(false)
  expect(rows.isApart(Uint8Array.of(1))).toBe(true)
  rows.add(0, 0, 7, 0, Uint8Array.of(4, 5), 0, 2)
  lent.fill(0)
  expect(dataOf(rows.take())).toEqual([[1, 2], [3], [4, 5]])
})

it('frames of long groups one after the other keep their data, blocks filled again or not', async () => {
  const builder = new FrameBlockBuilder()
  const sink = new MemorySink()
  const writer = new Mf4CanWriter(sink, [{ kind: 'CAN', channel: 1, name: '' }])
  await writer.begin({ epochMs: 0, nanos: 0 }, '')
  const data = new Uint8Array(64)
  for (let i = 0; i < 50_000; i++) {
    for (let k = 0; k < 64; k++) data[k] = i * 7 + k
    builder.add(i * 1000, 0, i % 50, i % 3 === 0 ? 0x10 : 0, data, 0, i % 3 === 0 ? 64 : i % 9)
    if (builder.full) await writer.write(builder.take())
  }
  await writer.write(builder.take())
  await writer.finish()
  const read = async (reuse: boolean): Promise<string> => {
    const { blocks } = await mf4.readFrames(memorySource(sink.bytes()), { order: 'file', reuse })
    const found: number[][] = []
    for await (const block of blocks) found.push(...dataOf(block))
    return JSON.stringify(found)
  }
  const kept = await read(false)
  expect(JSON.parse(kept)).toHaveLength(50_000)
  expect(await read(true)).toBe(kept)
})
