import { signalEncoder } from '#recording/catalogs/bits.ts'
import { demoCatalog } from '#recording/catalogs/demo.ts'
import { FrameBlockBuilder, frameFlag, type Bus, type FrameBlock } from '#recording/frames.ts'
import { traceHz, type Trace } from '../drive/trace.ts'
import { traceColumns } from './signals.ts'

/** The pretend vehicle's own bus, and the one the logger sends its position on. */
export const vehicleBuses: readonly Bus[] = [
  { kind: 'CAN', channel: 1, name: 'HS CAN' },
  { kind: 'CAN', channel: 2, name: 'MS CAN' },
]

interface Sender {
  id: number
  flags: number
  bus: number
  length: number
  periodNs: number
  nextNs: number
  signals: { encode: (data: Uint8Array, start: number, physical: number) => void; column: ArrayLike<number>; smooth: boolean }[]
  counterAt: number | null
}

function senders(trace: Trace, crowding: number): Sender[] {
  const columns = traceColumns(trace)
  return demoCatalog.messages.map((message, i) => ({
    id: message.id,
    flags: message.extended ? frameFlag.extended : 0,
    bus: message.name.startsWith('Gps') ? 1 : 0,
    length: message.length,
    periodNs: ((message.cycleMs ?? 1000) * 1e6) / crowding,
    nextNs: i * 310_000,
    counterAt: message.name === 'Powertrain' ? 7 : null,
    signals: message.signals
      .filter((signal) => signal.name !== 'MessageCounter')
      .map((signal) => ({
        encode: signalEncoder(signal),
        column: columns.get(signal.name) ?? [],
        smooth: !signal.names,
      })),
  }))
}

/**
 * The drive as frames in order of time, as blocks. `crowding` sends everything that many times as often
 * (for large recordings); times shake by up to 40 microseconds as on a real bus.
 */
export function* framesOf(trace: Trace, crowding = 1): Generator<FrameBlock> {
  const builder = new FrameBlockBuilder()
  const list = senders(trace, crowding)
  const data = new Uint8Array(64)
  const endNs = ((trace.count - 1) / traceHz) * 1e9
  let counter = 0
  for (;;) {
    let due = list[0]
    for (const sender of list) if (due && sender.nextNs < due.nextNs) due = sender
    if (!due || due.nextNs > endNs) break
    const at = (due.nextNs / 1e9) * traceHz
    const row = Math.floor(at)
    for (const { encode, column, smooth } of due.signals) {
      const value = column[row] ?? 0
      encode(data, 0, smooth ? value + ((column[row + 1] ?? value) - value) * (at - row) : value)
    }
    if (due.counterAt !== null) data[due.counterAt] = counter++ & 0xff
    builder.add(due.nextNs + ((counter * 7919) % 40) * 1000, due.bus, due.id, due.flags, data, 0, due.length)
    data.fill(0)
    due.nextNs += due.periodNs
    if (builder.full) yield builder.take()
  }
  if (builder.count > 0) yield builder.take()
}
