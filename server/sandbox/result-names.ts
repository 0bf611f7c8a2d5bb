/** Names that Windows gives to devices, with any ending. */
const deviceNames = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
// eslint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001f\u007f-\u009f<>:"\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu
const maxPartLength = 120
const maxPathLength = 400

/** Gives each name once, safe on every system: the next equal one, without regard to case, gets a number. */
export class ResultNames {
  readonly #taken = new Set<string>()

  take(path: string): string {
    const safe = safeName(path)
    for (let number = 1; ; number++) {
      const name = number === 1 ? safe : numbered(safe, number)
      const key = name.normalize('NFKC').toLowerCase()
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return name
    }
  }
}

/** A relative path with `/` that every system can have: no `..`, no drive, no device, no control or direction characters. */
export function safeName(path: string): string {
  const parts = path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map(safePart)
  const name = parts.join('/') || '_'
  return name.length <= maxPathLength ? name : (parts.at(-1) ?? '_')
}

function safePart(part: string): string {
  const text = part
    .normalize('NFC')
    .replace(unsafe, '_')
    .replace(/^ +/, '')
    .replace(/[. ]+$/, '_')
  const named = text === '' || /^[._ ]*$/.test(text) ? '_' : deviceNames.test(text) ? `_${text}` : text
  return shortened(named)
}

/** Keeps the ending: it says what the file is. */
function shortened(text: string): string {
  if (text.length <= maxPartLength) return text
  const dot = text.lastIndexOf('.')
  const ending = dot > 0 && text.length - dot <= 16 ? text.slice(dot) : ''
  return (
    [...text]
      .slice(0, maxPartLength - ending.length)
      .join('')
      .slice(0, maxPartLength - ending.length) + ending
  )
}

function numbered(name: string, number: number): string {
  const slash = name.lastIndexOf('/')
  const dot = name.lastIndexOf('.')
  const at = dot > slash + 1 ? dot : name.length
  return `${name.slice(0, at)} (${number})${name.slice(at)}`
}
