const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** A number as people read it: at most six significant digits, large whole ones in full. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Number.isInteger(value) && Math.abs(value) < 1e12) return grouped.format(value)
  const size = Math.abs(value)
  if (size >= 1e9 || size < 1e-4) return value.toExponential(4)
  return size >= 1e6 ? grouped.format(value) : String(Number(value.toPrecision(6)))
}
