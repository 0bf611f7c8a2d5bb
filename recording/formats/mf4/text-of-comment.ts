const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The plain text of a comment or a unit: as it is, or what its XML has in TX (ASAM MDF comments). */
export function textOfComment(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('<')) return trimmed
  const begin = /<TX(\s[^>]*)?>/.exec(trimmed)
  if (!begin) return ''
  const from = begin.index + begin[0].length
  const end = trimmed.indexOf('</TX>', from)
  return unescaped(trimmed.slice(from, end < 0 ? undefined : end)).trim()
}

function unescaped(text: string): string {
  return text.replace(/&(#x?[0-9a-fA-F]{1,6}|[a-z]{1,4});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = name[1] === 'x' ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10)
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
}
