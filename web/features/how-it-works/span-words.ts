import { counted } from '#web/format/counts.ts'

/** 3600 -> "1 hour", 5400 -> "90 minutes", 45 -> "45 seconds": the largest unit that leaves nothing over. */
export function spanWords(seconds: number): string {
  if (seconds > 0 && seconds % 3600 === 0) return counted(seconds / 3600, 'hour')
  return seconds > 0 && seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second')
}
