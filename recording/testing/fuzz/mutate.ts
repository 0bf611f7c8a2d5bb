import { numbers } from './numbers.ts'

/** The first mutations cut the file at every 64th of its length. */
const cuts = 64

/**
 * A damaged copy of a file, the same for the same seed: cuts, flipped bits, overwritten lengths and links, and copies of
 * other places (which make link cycles). Texts are hurt as texts are: numbers, separators and lines.
 */
export function mutated(original: Uint8Array, seed: number): Uint8Array {
  if (seed < cuts) return original.slice(0, Math.floor((original.length * seed) / cuts))
  // half of a text's mutations are those of bytes
  return isText(original) && seed % 2 === 0 ? mutatedText(original, seed) : mutatedBytes(original, seed)
}

function mutatedBytes(original: Uint8Array, seed: number): Uint8Array {
  const below = numbers(seed)
  const bytes = original.slice()
  const view = new DataView(bytes.buffer)
  // Most structure is at the beginning; half of the mutations go there.
  const place = (): number => below(below(2) === 0 ? Math.min(4096, bytes.length - 8) : bytes.length - 8)
  for (let i = 0; i <= below(4); i++) {
    const at = place()
    const aligned = at - (at % 8)
    const kind = below(6)
    if (kind === 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
    else if (kind === 1) view.setUint32(aligned, [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff][below(5)] ?? 0, true)
    else if (kind === 2) view.setBigUint64(aligned, view.getBigUint64(aligned, true) + (below(2) ? 1n : -1n), true)
    else if (kind === 3) view.setBigUint64(aligned, BigInt([64, 24, 0, bytes.length, bytes.length - 8][below(5)] ?? 0), true)
    else if (kind === 4) bytes.copyWithin(aligned, place() & ~7, (place() & ~7) + 8)
    else {
      const short = at - (at % 4)
      view.setUint32(short, (view.getUint32(short, true) + ([1, 0xffff_ffff, 0x8000_0000][below(3)] ?? 0)) >>> 0, true)
    }
  }
  return bytes
}

const hurtful = [
  '-1',
  '0',
  '65',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '1e999',
  'nan',
  'x',
  '"',
  ';',
  ',',
  ' ',
  '\t',
  '\n',
  '\r',
  '\0',
  ':',
  '#',
  '(',
]

function mutatedText(original: Uint8Array, seed: number): Uint8Array {
  const below = numbers(seed)
  let text = latin1.decode(original)
  for (let i = 0; i <= below(6); i++) {
    const at = below(below(2) === 0 ? Math.min(1024, text.length) : text.length)
    const part = text.slice(at, at + below(60))
    const kind = below(4)
    const put = kind === 0 ? '' : kind === 1 ? part + part : (hurtful[below(hurtful.length)] ?? '')
    const to = kind === 3 ? at : at + part.length
    text = text.slice(0, at) + put + text.slice(to)
  }
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Maps each byte to one letter and back. */
const latin1 = { decode: (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('') }

function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 512).includes(0)
}
