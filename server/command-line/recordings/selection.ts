import type { FrameBlock } from '#recording/frames.ts'
import type { Instant } from '#recording/instant.ts'
import { nanosecondsBetween } from '#recording/instant.ts'
import type { SignalDescription, SignalGroup } from '#recording/signals.ts'
import { Failure, exit } from '../failure.ts'

/** Nanoseconds since the recording's origin, begin included, end not; infinite for all. */
export interface TimeWindow {
  readonly fromNs: number
  readonly toNs: number
}

/** `--from` and `--to` as given: seconds since the recording's origin, or a moment in ISO 8601. */
export function timeWindow(origin: Instant, from: string | undefined, to: string | undefined): TimeWindow {
  const fromNs = from === undefined ? -Infinity : timeOf('--from', from, origin)
  const toNs = to === undefined ? Infinity : timeOf('--to', to, origin)
  if (fromNs >= toNs) throw new Failure(`--from ${from} is not before --to ${to}.`, exit.usage)
  return { fromNs, toNs }
}

/** @throws Failure when `given` is neither seconds nor a moment */
export function timeOf(option: string, given: string, origin: Instant): number {
  const seconds = Number(given)
  if (given.trim() !== '' && Number.isFinite(seconds)) return Math.round(seconds * 1e9)
  const epochMs = Date.parse(given)
  if (Number.isNaN(epochMs))
    throw new Failure(
      `${option} ${given} is not a time: write seconds since the recording's start such as 12.5, or a moment such as 2026-11-04T06:07:12Z.`,
      exit.usage,
    )
  return nanosecondsBetween(origin, { epochMs, nanos: 0 })
}

/** The rows of a block within the window; null when there are none. */
export function framesWithin(block: FrameBlock, { fromNs, toNs }: TimeWindow): FrameBlock | null {
  const rows: number[] = []
  for (let row = 0; row < block.count; row++) {
    const time = block.timeNs[row] ?? NaN
    if (time >= fromNs && time < toNs) rows.push(row)
  }
  if (rows.length === block.count) return block
  if (rows.length === 0) return null
  const pick = (column: ArrayLike<number>): number[] => rows.map((row) => column[row] ?? 0)
  return {
    count: rows.length,
    timeNs: Float64Array.from(pick(block.timeNs)),
    bus: Uint16Array.from(pick(block.bus)),
    id: Uint32Array.from(pick(block.id)),
    flags: Uint8Array.from(pick(block.flags)),
    length: Uint16Array.from(pick(block.length)),
    dataStart: Uint32Array.from(pick(block.dataStart)),
    data: block.data,
  }
}

/** Which signals `--signal` names: `Speed`, `Chassis.Speed`, `Wheel*`. None given: all. */
export function signalChoice(patterns: readonly string[]): (signal: SignalDescription, group: SignalGroup) => boolean {
  if (patterns.length === 0) return () => true
  const wanted = patterns.map((pattern) => new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`))
  return (signal, group) => {
    const names = [signal.name, `${group.name}.${signal.name}`, `${group.from?.message ?? group.name}.${signal.name}`]
    return wanted.some((pattern) => names.some((name) => pattern.test(name)))
  }
}
