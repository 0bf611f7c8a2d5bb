/** How many pages hold `total` things; an empty list has one page. */
export const pageCountOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** The page a person typed, or null unless it is a whole number from 1 to the last page that differs from the current one. */
export function typedPage(text: string, { page, pages }: { page: number; pages: number }): number | null {
  if (!/^\s*\d+\s*$/.test(text)) return null
  const wanted = Number(text)
  return wanted >= 1 && wanted <= pages && wanted !== page ? wanted : null
}
