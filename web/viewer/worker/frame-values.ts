import type { ReadWish } from '#recording/byte-source.ts'
import type { SignalStore } from '#recording/signal-store/store.ts'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { FrameValue } from '../protocol.ts'
import { isError, isExtended } from '../trace/frame-flags.ts'
import type { FrameLog } from './frame-log.ts'

/*
 * A frame's signals are read from the store: they are what the catalogs in force made of it, whatever kind of catalog,
 * multiplexed or put together from many frames. A sample belongs to the frame of its message with the same time.
 */

/** Priority, three bits of an extended identifier: it may change from frame to frame. */
const withoutPriority = 0x03ff_ffff
/** Parameter group of J1939 transport: data of a message in parts (TP.DT, ETP.DT). */
const transportGroups: readonly number[] = [0xeb, 0xc7]

/** The signals that the frame at a place was decoded to; those of a long message stand at its last frame. */
export async function frameValues(store: SignalStore, log: FrameLog, row: number, wish?: ReadWish): Promise<FrameValue[]> {
  const part = log.part(log.partOf(row))
  if (part === null) return []
  const block = await part.block
  const at = row - part.first
  const bus = log.buses[block.bus[at] ?? 0]
  const flags = block.flags[at] ?? 0
  const id = block.id[at] ?? 0
  const timeNs = block.timeNs[at] ?? NaN
  if (bus === undefined || isError(flags)) return []
  const candidates = signalsOf(store, { bus: `${bus.kind} ${bus.channel}`, id, extended: isExtended(flags) }).filter(
    ({ startNs, endNs }) => startNs <= timeNs && timeNs <= endNs,
  )
  const place = placeAmongSame(block, at)
  const found = await Promise.all(candidates.map((signal) => valueOf(store, signal, { timeNs, place }, wish)))
  return found.filter((value) => value !== null)
}

interface Identifier {
  /** `kind channel`. */
  readonly bus: string
  readonly id: number
  readonly extended: boolean
}

function signalsOf(store: SignalStore, { bus, id, extended }: Identifier): readonly StoredSignal[] {
  return store.signals.filter(({ group: { from } }) => {
    if (from === null || from.extended !== extended || `${from.bus.kind} ${from.bus.channel}` !== bus) return false
    if (!extended) return from.id === id
    if ((from.id & withoutPriority) === (id & withoutPriority)) return true
    // A part of a long message: the message has its sender's address.
    return transportGroups.includes((id >>> 16) & 0xff) && (from.id & 0xff) === (id & 0xff)
  })
}

interface Moment {
  readonly timeNs: number
  /** Which of the frames of this identifier and time. */
  readonly place: number
}

async function valueOf(
  store: SignalStore,
  signal: StoredSignal,
  { timeNs, place }: Moment,
  wish: ReadWish | undefined,
): Promise<FrameValue | null> {
  const last = await store.valueAt(signal, timeNs, wish)
  if (last === null || last.timeNs !== timeNs) return null
  const raws: number[] = []
  for await (const { raw } of store.chunks(signal, timeNs, timeNs, wish)) raws.push(...raw)
  const raw = raws[Math.min(place, raws.length - 1)] ?? last.raw
  const sample =
    raw === last.raw ? last : { timeNs, raw, value: raw * signal.factor + signal.offset, text: await textOf(store, signal, raw) }
  return { ...sample, signal: signal.index, message: signal.group.from?.message ?? signal.group.name }
}

async function textOf(store: SignalStore, signal: StoredSignal, raw: number): Promise<string | null> {
  return (signal.kind === 'text' ? (await store.texts(signal))[raw] : signal.names.get(raw)) ?? null
}

/** How many frames of the same identifier and time stand before it. */
function placeAmongSame({ timeNs, id, bus }: { timeNs: Float64Array; id: Uint32Array; bus: Uint16Array }, at: number): number {
  let place = 0
  for (let before = at - 1; before >= 0 && timeNs[before] === timeNs[at]; before--)
    if (id[before] === id[at] && bus[before] === bus[at]) place++
  return place
}
