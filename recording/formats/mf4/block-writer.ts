import type { ByteSink } from '../../byte-sink.ts'
import { blockHeadBytes } from './blocks.ts'

/** Writes MDF 4 blocks one after the other, each on an 8-byte border, and fills in links afterwards. */
export class BlockWriter {
  readonly sink: ByteSink

  constructor(sink: ByteSink) {
    this.sink = sink
  }

  /** Writes a whole block and gives its offset. */
  async block(id: string, links: readonly number[], data: Uint8Array): Promise<number> {
    await this.align()
    const offset = this.sink.position
    const head = blockHead(id, links.length, data.length)
    const view = new DataView(head.buffer)
    links.forEach((link, i) => view.setBigUint64(blockHeadBytes + i * 8, BigInt(link), true))
    await this.sink.write(head)
    await this.sink.write(data)
    return offset
  }

  /** A TX or MD block; 0, a link to nothing, for no text. */
  async text(id: 'TX' | 'MD', text: string): Promise<number> {
    if (text === '') return 0
    const bytes = new TextEncoder().encode(text)
    const padded = new Uint8Array(Math.ceil((bytes.length + 1) / 8) * 8)
    padded.set(bytes)
    return this.block(id, [], padded)
  }

  /** Points link number `index` of the block at `offset` to `target`. */
  async link(offset: number, index: number, target: number): Promise<void> {
    await this.number(offset + blockHeadBytes + index * 8, target)
  }

  /** Writes an unsigned 64-bit number over bytes already written. */
  async number(offset: number, value: number): Promise<void> {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true)
    await this.sink.patch(offset, bytes)
  }

  async align(): Promise<void> {
    const over = this.sink.position % 8
    if (over > 0) await this.sink.write(new Uint8Array(8 - over))
  }
}

function blockHead(id: string, linkCount: number, dataLength: number): Uint8Array {
  const head = new Uint8Array(blockHeadBytes + linkCount * 8)
  const view = new DataView(head.buffer)
  head.set([0x23, 0x23, id.charCodeAt(0), id.charCodeAt(1)])
  view.setBigUint64(8, BigInt(blockHeadBytes + linkCount * 8 + dataLength), true)
  view.setBigUint64(16, BigInt(linkCount), true)
  return head
}

/** Little-endian fields one after the other: pairs of a width and a value. */
export function fields(...list: readonly (readonly ['u8' | 'u16' | 'u32' | 'u64' | 'f64', number | bigint])[]): Uint8Array {
  const width = { u8: 1, u16: 2, u32: 4, u64: 8, f64: 8 } as const
  const bytes = new Uint8Array(list.reduce((sum, [kind]) => sum + width[kind], 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [kind, value] of list) {
    if (kind === 'u64') view.setBigUint64(at, BigInt(value), true)
    else if (kind === 'f64') view.setFloat64(at, Number(value), true)
    else if (kind === 'u32') view.setUint32(at, Number(value), true)
    else if (kind === 'u16') view.setUint16(at, Number(value), true)
    else view.setUint8(at, Number(value))
    at += width[kind]
  }
  return bytes
}
