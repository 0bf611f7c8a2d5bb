/** The preference that holds them, as a JSON list; the server takes so many characters of one. */
export const favouritesPreference = 'favouriteSignals'
export const mostCharacters = 4096

/** Names (`bus/message/signal`) in a preference; what is not such a list holds none. */
export function readNames(val: string | undefined): ReadonlySet<string> {
  try {
    const list: unknown = JSON.parse(val ?? '[]')
    return new Set(Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [])
  } catch {
    return new Set()
  }
}

/** The names with one more, or without it. */
export function withToggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const after = new Set(names)
  if (!after.delete(name)) after.add(name)
  return after
}

/** As the preference keeps them; null: they are too many for it. */
export function namesText(names: ReadonlySet<string>): string | null {
  const text = JSON.stringify([...names])
  return text.length > mostCharacters ? null : text
}
