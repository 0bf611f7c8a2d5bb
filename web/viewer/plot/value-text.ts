const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** A number as people read it: at most six significant digits, large whole ones in full. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Number.isInteger(value) && Math.abs(value) < 1e12) return grouped.format(value)
  const size = Math.abs(value)
  if (size >= 1e9 || size < 1e-4) return value.toExponential(4)
  return size >= 1e6 ? grouped.format(value) : String(Number(value.toPrecision(6)))
}

/** A number beside an axis whose lines are `step` apart: as many digits as tell them apart; millions are shortened. */
export function axisText(value: number, step: number): string {
  const last = lastDigitOf(step)
  if (Math.abs(value) >= 1e6 && step >= 1e3) {
    const significant = Math.floor(Math.log10(Math.abs(value))) - last + 1
    return value.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: Math.min(21, Math.max(1, significant)) })
  }
  const digits = Math.min(12, Math.max(0, -last))
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** The power of ten of the last digit that is not zero: -2 of 0.25, 3 of 5,000. Steps have two such digits at most. */
function lastDigitOf(step: number): number {
  const first = Math.floor(Math.log10(step) + 1e-9)
  const digits = step / 10 ** first
  return Math.abs(digits - Math.round(digits)) < 1e-6 ? first : first - 1
}
