import type { Catalog } from '#recording/catalogs/catalog.ts'
import { FrameDecoder } from '#recording/decode/decoder.ts'
import { messageFinder } from '#recording/decode/message-finder.ts'
import { Reassembler } from '#recording/decode/transport/reassembler.ts'
import { transportedBy } from '#recording/decode/transport/transported.ts'
import type { FrameBlock, FrameStream } from '#recording/frames.ts'
import { epochNanoseconds } from '#recording/instant.ts'
import type { SampleBlock } from '#recording/signals.ts'

/** The samples of one signal of one sender; values are physical. */
export interface Column {
  /** "CHANNEL IDENTIFIER MESSAGE SIGNAL", the identifier without a J1939 priority; an oracle may say * for what it does not tell. */
  readonly key: string
  /** Nanoseconds since 1970. */
  readonly times: bigint[]
  readonly values: number[]
  /** Names of values that occur, by the physical value. */
  readonly texts: Map<number, string>
}

const noPriority = 0x03ff_ffff

/** Decodes a stream with catalogs, long messages too. */
export async function decodedColumns(stream: FrameStream, catalogs: readonly Catalog[]): Promise<Column[]> {
  const applied = catalogs.map((catalog) => ({ catalog }))
  const decoder = new FrameDecoder(applied, stream.buses)
  const reassembler = new Reassembler(stream.buses, transportedBy(messageFinder(applied)))
  const columns = new Map<string, Column>()
  const originNs = epochNanoseconds(stream.origin)
  const decode = (block: FrameBlock): void => {
    for (const samples of decoder.decode(block)) take(samples, decoder, stream, originNs, columns)
  }
  for await (const block of stream.blocks) {
    decode(block)
    const whole = reassembler.add(block)
    if (whole) decode(whole)
  }
  return [...columns.values()]
}

function take(
  block: SampleBlock,
  { groups }: FrameDecoder,
  { buses }: FrameStream,
  originNs: bigint,
  columns: Map<string, Column>,
): void {
  const { from, signals = [] } = groups[block.group] ?? {}
  if (!from) return
  const id = (from.extended ? from.id & noPriority : from.id).toString(16)
  signals.forEach(({ name, conversion, names }, at) => {
    const key = `${buses[from.bus]?.channel} ${id} ${from.message} ${name}`
    const column: Column = columns.get(key) ?? { key, times: [], values: [], texts: new Map() }
    columns.set(key, column)
    for (let row = 0; row < block.count; row++) {
      if (block.valid[at]?.[row] === 0) continue
      const raw = block.raw[at]?.[row] ?? NaN
      const value = conversion.kind === 'linear' ? raw * conversion.factor + conversion.offset : NaN
      column.times.push(originNs + BigInt(Math.round(block.timeNs[row] ?? 0)))
      column.values.push(value)
      const text = names?.get(raw)
      if (text !== undefined) column.texts.set(value, text)
    }
  })
}

/** The columns that oracles/decode_frames.py writes. */
export function readColumns(bytes: Uint8Array): Column[] {
  const line = bytes.indexOf('\n'.charCodeAt(0))
  const head: { key: string; count: number; texts: Record<string, string> }[] = JSON.parse(
    new TextDecoder().decode(bytes.subarray(0, line)),
  )
  const view = new DataView(bytes.buffer, bytes.byteOffset + line + 1, bytes.length - line - 1)
  let at = 0
  return head.map(({ key, count, texts }) => {
    const times = Array.from({ length: count }, (_, i) => view.getBigInt64(at + i * 8, true))
    const values = Array.from({ length: count }, (_, i) => view.getFloat64(at + (count + i) * 8, true))
    at += count * 16
    return { key, times, values, texts: new Map(Object.entries(texts).map(([value, text]) => [Number(value), text])) }
  })
}
