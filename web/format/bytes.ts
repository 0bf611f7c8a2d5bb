const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** `53_084_160` -> "50.63 MB": base 1024, at most `decimals` digits after the point, no trailing zeros. */
export function formatBytes(bytes: number, decimals = 2): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return '0 Bytes'
  const power = Math.min(Math.max(Math.floor(Math.log(bytes) / Math.log(1024)), 0), units.length - 1)
  const rounded = Number((bytes / 1024 ** power).toFixed(Math.max(decimals, 0)))
  // 1023.999 KB rounds to 1024: say 1 MB.
  if (rounded >= 1024 && power < units.length - 1) return `1 ${units[power + 1]}`
  return `${rounded} ${units[power]}`
}
