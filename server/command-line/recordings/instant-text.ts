import type { Instant } from '#recording/instant.ts'

/** ISO 8601 with nanoseconds: `2026-11-04T06:07:12.345678900Z`. */
export function instantText({ epochMs, nanos }: Instant): string {
  const date = new Date(epochMs)
  // a damaged clock may say anything
  if (Number.isNaN(date.getTime())) return `${epochMs} ms after 1970`
  return `${date.toISOString().slice(0, -1)}${String(nanos).padStart(6, '0')}Z`
}

/** `1 h 02 min 03.5 s` */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toFixed(6))} s`
  const tenths = Math.round(seconds * 10)
  const minutes = Math.floor(tenths / 600)
  const rest = `${((tenths % 600) / 10).toFixed(1).padStart(4, '0')} s`
  if (minutes < 60) return `${minutes} min ${rest}`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min ${rest}`
}
