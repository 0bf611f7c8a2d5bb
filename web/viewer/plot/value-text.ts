const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** A number as people read it: at most six significant digits, large whole ones in full. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Number.isInteger(value) && Math.abs(value) < 1e12) return grouped.format(value)
  const size = Math.abs(value)
  if (size >= 1e9 || size < 1e-4) return value.toExponential(4)
  return size >= 1e6 ? grouped.format(value) : String(Number(value.toPrecision(6)))
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 })

/** A number beside an axis whose lines are `step` apart: as many digits as tell them apart; millions are shortened. */
export function axisText(value: number, step: number): string {
  if (Math.abs(value) >= 1e6 && step >= 1e3) return short.format(value)
  const digits = Math.min(12, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)))
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
