import { MemorySink } from '../byte-sink.ts'
import type { FrameFormat } from '../formats/format.ts'
import { FrameBlockBuilder, frameFlag, type Bus, type FrameBlock } from '../frames.ts'
import type { Instant } from '../instant.ts'

/** A whole file of a format, and what it could not keep. */
export async function writeFrames(
  format: FrameFormat,
  origin: Instant,
  buses: readonly Bus[],
  blocks: readonly FrameBlock[],
): Promise<{ bytes: Uint8Array; dropped: ReadonlyMap<string, number> }> {
  const sink = new MemorySink()
  const writer = format.open(sink)
  await writer.begin(origin, buses)
  for (const block of blocks) await writer.write(block)
  const dropped = await writer.finish()
  return { bytes: sink.bytes().slice(), dropped }
}

export const mixedBuses: readonly Bus[] = [
  { kind: 'CAN', channel: 1, name: 'CAN 1' },
  { kind: 'CAN', channel: 2, name: 'CAN 2' },
  { kind: 'LIN', channel: 1, name: 'LIN 1' },
  { kind: 'FlexRay', channel: 1, name: 'FlexRay 1' },
  { kind: 'Ethernet', channel: 3, name: 'Ethernet 3' },
]

/** One frame of every sort on `mixedBuses`, 1 ms apart, without those of the kinds left out. */
export function mixedFrames(kinds: readonly string[] = ['CAN', 'LIN', 'FlexRay', 'Ethernet']): FrameBlock {
  const builder = new FrameBlockBuilder()
  const bytes = Uint8Array.from({ length: 200 }, (_, i) => (i * 37 + 5) & 0xff)
  const arp = Uint8Array.from({ length: 60 }, (_, i) => (i === 12 ? 0x08 : i === 13 ? 0x06 : i))
  const { extended, remote, error, sent, fd, bitRateSwitch, errorState } = frameFlag
  const frames: [bus: number, id: number, flags: number, data: Uint8Array, length: number][] = [
    [0, 0x123, 0, bytes, 8],
    [1, 0x18fef123, extended | sent, bytes, 3],
    [0, 0x7ff, remote, new Uint8Array(8), 5],
    [1, 0x1fffffff, extended, bytes, 0],
    [0, 0x321, error, bytes, 2],
    [0, 0x100, fd, bytes, 64],
    [1, 0x18daf110, fd | extended | bitRateSwitch | errorState, bytes, 12],
    [0, 0x101, fd | bitRateSwitch | sent, bytes, 3],
    [2, 0x2a, 0, bytes, 8],
    [2, 0x01, sent, bytes, 2],
    [3, 77, 0, bytes, 32],
    [4, 0x0806, 0, arp, 60],
    [4, 0x0806, sent, arp, 42],
  ]
  for (const [i, [bus, id, flags, data, length]] of frames.entries())
    if (kinds.includes(mixedBuses[bus]?.kind ?? '')) builder.add(1_000_000 * i, bus, id, flags, data, 0, length)
  return builder.take()
}
