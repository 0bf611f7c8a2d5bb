import type { ByteSource } from '../../byte-source.ts'
import { channelType, syncTime, type Channel } from './channels.ts'
import type { RecordBatch } from './record-batch.ts'
import { straightLine } from './straight-line.ts'
import { valueReader, type ValueReader } from './values.ts'

/** The time in every record: nanoseconds as `raw * factor + offset` seconds, or anything else. */
export type TimeColumn =
  | { kind: 'seconds'; byteOffset: number; factor: number; offset: number }
  | { kind: 'ticks'; byteOffset: number; highBytes: 0 | 2 | 4; factorNs: number; offsetNs: number }
  | { kind: 'odd'; seconds: ValueReader }

const isMaster = (channel: Channel): boolean =>
  (channel.type === channelType.master || channel.type === channelType.virtualMaster) && channel.syncType <= syncTime

/** Widths of ticks in bits, and how many bytes are above the lower 32 bits. */
const highBytesOf: ReadonlyMap<number, 0 | 2 | 4> = new Map([
  [32, 0 as const],
  [48, 2 as const],
  [64, 4 as const],
])

/** How to read a group's time, or null when it has no time channel. */
export async function timeColumn(
  source: ByteSource,
  channels: readonly Channel[],
  recordBytes: number,
): Promise<TimeColumn | null> {
  const master = channels.find(isMaster)
  if (!master) return null
  const { byteOffset, dataType } = master
  const line = await straightLine(source, master.conversion)
  const fixed = master.type === channelType.master && master.bitOffset === 0
  if (line && fixed && byteOffset + master.bitCount / 8 <= recordBytes) {
    if (dataType === 4 && master.bitCount === 64) return { kind: 'seconds', byteOffset, ...line }
    const highBytes = highBytesOf.get(master.bitCount)
    if (dataType === 0 && highBytes !== undefined) {
      const [factorNs, offsetNs] = [wholeIfNear(line.factor * 1e9), wholeIfNear(line.offset * 1e9)]
      return { kind: 'ticks', byteOffset, highBytes, factorNs, offsetNs }
    }
  }
  const seconds = await valueReader(source, master, recordBytes)
  return seconds && { kind: 'odd', seconds }
}

/** 1e-9 s times 1e9 must be 1 exactly, or large counts of nanoseconds would lose their last digits. */
function wholeIfNear(value: number): number {
  const whole = Math.round(value)
  return Math.abs(value - whole) <= Math.abs(whole) * 1e-12 ? whole : value
}

/** Nanoseconds of all records of the batch, each at its row. */
export function readTimes(column: TimeColumn, batch: RecordBatch, into: Float64Array): void {
  const { view, starts, rows, count } = batch
  if (column.kind === 'seconds') {
    const { byteOffset, factor, offset } = column
    for (let i = 0; i < count; i++) {
      const raw = view.getFloat64((starts[i] ?? 0) + byteOffset, true)
      into[rows[i] ?? 0] = Math.round((offset + factor * raw) * 1e9)
    }
  } else if (column.kind === 'ticks') {
    const { byteOffset, highBytes, factorNs, offsetNs } = column
    for (let i = 0; i < count; i++) {
      const at = (starts[i] ?? 0) + byteOffset
      const high = highBytes === 4 ? view.getUint32(at + 4, true) : highBytes === 2 ? view.getUint16(at + 4, true) : 0
      const raw = high * 0x1_0000_0000 + view.getUint32(at, true)
      into[rows[i] ?? 0] = Math.round(raw * factorNs + offsetNs)
    }
  } else {
    for (let i = 0; i < count; i++)
      into[rows[i] ?? 0] = Math.round(column.seconds(view, starts[i] ?? 0, batch.firstIndex + i) * 1e9)
  }
}
