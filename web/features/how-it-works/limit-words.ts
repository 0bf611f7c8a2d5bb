import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'

/** 3600 -> "1 hour", 5400 -> "90 minutes", 45 -> "45 seconds": the largest unit that leaves nothing over. */
export function spanWords(seconds: number): string {
  if (seconds > 0 && seconds % 3600 === 0) return counted(seconds / 3600, 'hour')
  return seconds > 0 && seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second')
}

const sizes = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
] as const

/** A size as an operator sets it: 2_000_000_000 -> "2 GB". One that is no whole number of these is told as file sizes are. */
export function sizeWords(bytes: number): string {
  const [unit, of] = sizes.find(([, size]) => bytes >= size && bytes % size === 0) ?? ['', 0]
  return of === 0 ? formatBytes(bytes) : `${bytes / of} ${unit}`
}
