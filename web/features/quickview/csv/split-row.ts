/** The fields of a row; quotes around a field are taken away, doubled ones inside are one. */
export function splitRow(row: string, delimiter: string): string[] {
  if (!row.includes('"')) return row.split(delimiter)
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (row[at] === '"') {
      const { text, end } = quotedField(row, at + 1)
      // whatever stands between the closing quote and the delimiter belongs to the field
      const next = row.indexOf(delimiter, end)
      fields.push(text + row.slice(end, next === -1 ? undefined : next))
      if (next === -1) return fields
      at = next + delimiter.length
    } else {
      const next = row.indexOf(delimiter, at)
      fields.push(row.slice(at, next === -1 ? undefined : next))
      if (next === -1) return fields
      at = next + delimiter.length
    }
  }
}

function quotedField(row: string, from: number): { text: string; end: number } {
  let text = ''
  for (let at = from; ;) {
    const close = row.indexOf('"', at)
    if (close === -1) return { text: text + row.slice(at), end: row.length }
    text += row.slice(at, close)
    if (row[close + 1] !== '"') return { text, end: close + 1 }
    text += '"'
    at = close + 2
  }
}
