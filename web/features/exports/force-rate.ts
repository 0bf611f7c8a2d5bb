/** Rows a second; -1 writes samples as recorded. */
export const leastRate = -1
export const greatestRate = 1000
export const usualRate = leastRate

/** The nearest whole rate that there is; what is no number is as recorded. */
export function clampedRate(typed: string): number {
  const rate = Math.round(Number(typed))
  if (typed.trim() === '' || Number.isNaN(rate)) return usualRate
  return Math.min(greatestRate, Math.max(leastRate, rate))
}
