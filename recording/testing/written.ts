import { MemorySink } from '../byte-sink.ts'
import { FrameBlockBuilder, frameFlag, type Bus, type FrameBlock, type FrameStream } from '../frames.ts'
import { Mf4CanWriter } from '../formats/mf4/can-writer.ts'
import { Mf4SignalWriter, type SignalGroup } from '../formats/mf4/signal-writer.ts'
import { VsbWriter } from '../formats/vsb/writer.ts'
import type { Instant } from '../instant.ts'

export const testStart: Instant = { epochMs: Date.UTC(2026, 9, 1, 6, 7, 12, 345), nanos: 678_900 }
export const testBuses: readonly Bus[] = [
  { kind: 'CAN', channel: 1, name: 'HS CAN' },
  { kind: 'CAN', channel: 2, name: 'MS CAN' },
]

const fdLengths = [12, 24, 64, 8] as const

/** `count` frames with all flags, both identifier lengths and, when `fd`, all data lengths; 100 microseconds apart. */
export function testFrames(count: number, fd: boolean): FrameBlock[] {
  const blocks: FrameBlock[] = []
  const builder = new FrameBlockBuilder()
  for (let i = 0; i < count; i++) {
    const isFd = fd && i % 10 === 0
    const remote = i % 97 === 0 && !isFd
    const extended = i % 3 === 0
    const flags =
      (extended ? frameFlag.extended : 0) |
      (isFd ? frameFlag.fd | frameFlag.bitRateSwitch : 0) |
      (remote ? frameFlag.remote : 0) |
      (i % 11 === 0 ? frameFlag.sent : 0)
    const length = isFd ? (fdLengths[(i / 10) % 4] ?? 8) : remote ? 0 : i % 9
    const data = Uint8Array.from({ length }, (_, k) => (i * 7 + k) & 0xff)
    builder.add(i * 100_000 + 25 * (i % 3), i % 2, extended ? 0x18fe_f300 + (i % 4) : 0x100 + (i % 5), flags, data, 0, length)
    if (builder.full) blocks.push(builder.take())
  }
  if (builder.count > 0) blocks.push(builder.take())
  return blocks
}

export async function writtenVsb(blocks: readonly FrameBlock[]): Promise<Uint8Array> {
  const sink = new MemorySink()
  const writer = new VsbWriter(sink, testStart, testBuses)
  await writer.begin()
  for (const block of blocks) await writer.write(block)
  return sink.bytes().slice()
}

export async function writtenMf4(blocks: readonly FrameBlock[]): Promise<Uint8Array> {
  const sink = new MemorySink()
  const writer = new Mf4CanWriter(sink, testBuses)
  await writer.begin(testStart, 'test & <proof>', [
    { fileName: 'a.dbc', mimeType: 'application/x-dbc', bytes: new TextEncoder().encode('VERSION ""\n') },
  ])
  for (const block of blocks) await writer.write(block)
  await writer.finish()
  return sink.bytes().slice()
}

export async function writtenSignals(groups: readonly SignalGroup[]): Promise<Uint8Array> {
  const sink = new MemorySink()
  const writer = new Mf4SignalWriter(sink)
  await writer.begin(testStart, 'signals')
  for (const group of groups) await writer.write(group)
  await writer.finish()
  return sink.bytes().slice()
}

/** One frame as plain values, for comparing. */
export interface PlainFrame {
  timeNs: number
  channel: number
  id: number
  flags: number
  data: string
}

/** All frames of blocks or a stream, in order of time. */
export async function plainFrames(
  stream: Pick<FrameStream, 'buses'> & { blocks: AsyncIterable<FrameBlock> | Iterable<FrameBlock> },
): Promise<PlainFrame[]> {
  const frames: PlainFrame[] = []
  for await (const block of stream.blocks)
    for (let row = 0; row < block.count; row++) {
      const start = block.dataStart[row] ?? 0
      frames.push({
        timeNs: block.timeNs[row] ?? NaN,
        channel: stream.buses[block.bus[row] ?? 0]?.channel ?? -1,
        id: block.id[row] ?? -1,
        flags: block.flags[row] ?? -1,
        data: Array.from(block.data.subarray(start, start + (block.length[row] ?? 0)), (byte) =>
          byte.toString(16).padStart(2, '0'),
        ).join(''),
      })
    }
  return frames.sort((a, b) => a.timeNs - b.timeNs)
}
