import type { Catalog, Message, Signal } from '../../catalogs/catalog.ts'
import { FrameBlockBuilder, type Bus, type FrameBlock } from '../../frames.ts'
import type { SampleBlock } from '../../signals.ts'
import { FrameDecoder } from '../decoder.ts'

export const buses: readonly Bus[] = [
  { kind: 'CAN', channel: 1, name: 'one' },
  { kind: 'CAN', channel: 2, name: 'two' },
  { kind: 'LIN', channel: 1, name: 'lin' },
]

export function signal(name: string, startBit: number, bitCount: number, change: Partial<Signal> = {}): Signal {
  return {
    name,
    startBit,
    bitCount,
    byteOrder: 'little',
    signed: false,
    factor: 1,
    offset: 0,
    minimum: 0,
    maximum: 0,
    unit: '',
    ...change,
  }
}

export function message(id: number, signals: readonly Signal[], change: Partial<Message> = {}): Message {
  return { name: `M${id.toString(16)}`, id, extended: false, length: 8, signals, ...change }
}

export function catalog(...messages: Message[]): Catalog {
  return { name: 'test', messages }
}

export interface TestFrame {
  id: number
  bus?: number
  flags?: number
  data: readonly number[]
}

export function frames(list: readonly TestFrame[]): FrameBlock {
  const builder = new FrameBlockBuilder()
  list.forEach(({ id, bus = 0, flags = 0, data }, i) => builder.add(i, bus, id, flags, Uint8Array.from(data), 0, data.length))
  return builder.take()
}

/** Group name -> signal name -> [time, value or null] of each row. */
export function decoded(catalogs: Catalog | readonly Catalog[], list: readonly TestFrame[]) {
  const decoder = new FrameDecoder(
    [catalogs].flat().map((each) => ({ catalog: each })),
    buses,
  )
  return plain(decoder, decoder.decode(frames(list)))
}

export function plain(decoder: FrameDecoder, blocks: readonly SampleBlock[]) {
  return Object.fromEntries(
    blocks.map((block) => {
      const group = decoder.groups[block.group]
      const columns = group?.signals.map(({ name }, column) => [
        name,
        Array.from(block.timeNs, (time, row) => [time, block.valid[column]?.[row] === 0 ? null : block.raw[column]?.[row]]),
      ])
      return [group?.name, Object.fromEntries(columns ?? [])]
    }),
  )
}
