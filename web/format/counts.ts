/** "97 %"; below one percent and above 99 it says so rather than rounding to none or all. */
export function formatRate(part: number, whole: number): string {
  const rate = whole === 0 ? 0 : part / whole
  if (rate > 0 && rate < 0.01) return '< 1 %'
  if (rate < 1 && rate > 0.99) return '> 99 %'
  return `${Math.round(rate * 100)} %`
}

/** "1 message", "2 messages". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
