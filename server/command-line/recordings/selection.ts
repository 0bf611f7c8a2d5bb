import type { TimeWindow } from '#recording/exports/frame-choice.ts'
import type { Instant } from '#recording/instant.ts'
import { nanosecondsBetween } from '#recording/instant.ts'
import { Failure, exit } from '../failure.ts'

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
