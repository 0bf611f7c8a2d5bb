/** Rows as text in columns, the keys of the first as their titles. */
export function tableOf(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const titles = Object.keys(rows[0] ?? {})
  const lines = [titles, ...rows.map((row) => titles.map((title) => String(row[title] ?? '')))]
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Prints rows for a person, or with `json` for a program. */
export function printRows(rows: readonly object[], json: boolean, nothing: string): void {
  if (json) console.log(JSON.stringify(rows, null, 2))
  else if (rows.length === 0) console.log(nothing)
  else
    console.log(tableOf(rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, textOf(value)])))))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
