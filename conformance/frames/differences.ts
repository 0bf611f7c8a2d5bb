import { frameFlag } from '#recording/frames.ts'
import type { TableFrame } from './frame-table.ts'

export interface Comparison {
  /** Largest difference of two times that count as the same, nanoseconds. */
  toleranceNs: number
  /** Added to the times of the other side: formats without a date, and channels counted from 0 or from 1. */
  shiftNs?: bigint
  channelShift?: number
  /** Bits of the flags that both sides know. */
  flags?: number
  /** False where one side has no channels. */
  channels?: boolean
}

const mostTold = 5

/**
 * What differs between two readings of the same frames, a line each, at most five; nothing when they are the same. Frames
 * of the same moment may come in any order.
 */
export function differences(ours: readonly TableFrame[], theirs: readonly TableFrame[], how: Comparison): string[] {
  const { toleranceNs, shiftNs = 0n, channelShift = 0, flags = 0xff, channels = true } = how
  if (ours.length !== theirs.length) return [`${ours.length} frames, the oracle has ${theirs.length}`]
  const keyOf = (frame: TableFrame, shift: number): string => {
    const { id, data } = frame
    // an error frame has neither identifier, data nor other flags that two programs agree on
    const content = frame.flags & frameFlag.error ? 'error' : `${id.toString(16)} ${Buffer.from(data).toString('hex')}`
    const known = frame.flags & (frame.flags & frameFlag.error ? frameFlag.error : flags)
    return `${channels ? (frame.channel ?? -1) + shift : ''} ${known} ${content}`
  }
  const told: string[] = []
  const wanted = timesByKey(theirs, (frame) => keyOf(frame, channelShift), shiftNs)
  for (const [key, found] of timesByKey(ours, (frame) => keyOf(frame, 0), 0n)) {
    const other = wanted.get(key) ?? []
    wanted.delete(key)
    if (found.length !== other.length) told.push(`${key}: ${found.length} times, the oracle has ${other.length}`)
    else {
      const at = found.findIndex((time, i) => abs(time - (other[i] ?? 0n)) > toleranceNs)
      if (at >= 0) told.push(`${key}: at ${found[at]} ns, the oracle says ${other[at]}`)
    }
    if (told.length >= mostTold) return told
  }
  for (const key of wanted.keys()) {
    told.push(`${key}: only the oracle has it`)
    if (told.length >= mostTold) return told
  }
  return told
}

function timesByKey(frames: readonly TableFrame[], keyOf: (frame: TableFrame) => string, shiftNs: bigint): Map<string, bigint[]> {
  const times = new Map<string, bigint[]>()
  for (const frame of frames) {
    const key = keyOf(frame)
    const known = times.get(key)
    if (known) known.push(frame.timeNs + shiftNs)
    else times.set(key, [frame.timeNs + shiftNs])
  }
  for (const all of times.values()) all.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return times
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value
}
