/** How long something took, for people: 0.84 s, 12 s, 3 min 20 s, 2 h 5 min. Milliseconds; nothing for null. */
export function durationText(ms: number | null): string {
  if (ms === null) return ''
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
