/** An instant as `recording` has it: whole milliseconds since 1970 and the nanoseconds after them. */
interface Instant {
  readonly epochMs: number
  readonly nanos: number
}

/**
 * The wall clock of a recording: seconds since the midnight before its origin, in a zone. They are small enough for a
 * double to hold nanoseconds, and round steps of them are round times.
 */
export interface Clock {
  /** Seconds of the day at the recording's origin. */
  readonly originSeconds: number
  /** Not of a day: seconds from a moment that several recordings share. */
  readonly relative?: boolean
}

export function clockOf(origin: Instant, zone: string): Clock {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(origin.epochMs)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
  const whole = part('hour') * 3600 + part('minute') * 60 + part('second')
  const milliseconds = ((origin.epochMs % 1000) + 1000) % 1000
  return { originSeconds: whole + milliseconds / 1e3 + origin.nanos / 1e9 }
}

export const secondsOf = (clock: Clock, timeNs: number): number => clock.originSeconds + timeNs / 1e9
export const timeOf = (clock: Clock, seconds: number): number => Math.round((seconds - clock.originSeconds) * 1e9)

/** Steps of a time axis, seconds. */
export const timeSteps: readonly number[] = [
  ...[1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1].flatMap((step) => [step, step * 2, step * 5]),
  1,
  2,
  5,
  10,
  15,
  30,
  60,
  120,
  300,
  600,
  900,
  1800,
  3600,
  7200,
  10_800,
  21_600,
  43_200,
  86_400,
]

/** "06:10:41.250"; as many digits as tell apart moments `step` seconds from each other, at most nine. */
export function clockText(seconds: number, step = 0.001, { relative = false }: Pick<Clock, 'relative'> = {}): string {
  if (relative && seconds < 0) return `−${clockText(-seconds, step)}`
  const digits = step >= 1 ? 0 : Math.min(9, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)))
  const unit = 10 ** digits
  // Cut off, as clocks do; a little more, for a double may stand just below the time that it means.
  const units = Math.floor(seconds * unit + 1e-6 + unit * 1e-10)
  const whole = Math.floor(units / unit)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = `${two(modulo(Math.floor(whole / 3600), 24))}:${two(modulo(Math.floor(whole / 60), 60))}:${two(modulo(whole, 60))}`
  return digits === 0 ? time : `${time}.${String(units - whole * unit).padStart(digits, '0')}`
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by

/** "2 min 10 s", "9 h 5 min", "250 ms", "12 µs". */
export function durationText(ns: number): string {
  if (!Number.isFinite(ns)) return ''
  if (ns < 1e3) return `${Math.round(ns)} ns`
  if (ns < 1e6) return `${round(ns / 1e3)} µs`
  if (ns < 1e9) return `${round(ns / 1e6)} ms`
  const seconds = ns / 1e9
  if (seconds < 60) return `${round(seconds)} s`
  const whole = Math.round(seconds)
  const [large, small, per, names] =
    whole < 3600
      ? [Math.floor(whole / 60), whole % 60, 60, ['min', 's']]
      : whole < 86_400
        ? [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), 60, ['h', 'min']]
        : [Math.floor(whole / 86_400), Math.floor((whole % 86_400) / 3600), 24, ['d', 'h']]
  return small === 0 || small >= per ? `${large} ${names[0]}` : `${large} ${names[0]} ${small} ${names[1]}`
}

const round = (value: number): string => String(Number(value.toPrecision(3)))
