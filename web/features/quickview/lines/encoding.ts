export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface TextKind {
  readonly encoding: TextEncoding
  /** Bytes at the beginning that are no text: the byte order mark. */
  readonly markBytes: number
  /** The byte (or the low byte of the pair) that ends a line. */
  readonly lineEnd: number
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** What the beginning of a file says of its text; null when it is none. */
export function textKindOf(head: Uint8Array): TextKind | null {
  const [a, b, c] = head
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', markBytes: 2, lineEnd: lineFeed }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', markBytes: 2, lineEnd: lineFeed }
  if (head.includes(0) || controlsIn(head) > head.length / 100) return null
  const markBytes = a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0
  const lineEnd = !head.includes(lineFeed) && head.includes(carriageReturn) ? carriageReturn : lineFeed
  return { encoding: isUtf8(head) ? 'utf-8' : 'windows-1252', markBytes, lineEnd }
}

/** Texts have tabs, ends of lines and pages, perhaps an escape; of others hardly any. */
function controlsIn(bytes: Uint8Array): number {
  let controls = 0
  for (const byte of bytes) if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls++
  return controls
}

/** The last character may be cut off. */
function isUtf8(head: Uint8Array): boolean {
  for (let cut = 0; cut < Math.min(4, head.length + 1); cut++) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(head.subarray(0, head.length - cut))
      return true
    } catch {
      // one byte less
    }
  }
  return false
}
