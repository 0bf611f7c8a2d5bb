/** How the bytes of a text are to be read. */
export type TextEncoding = 'latin1' | 'unstated' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'marked' | 'hex'

const decoders = {
  'utf-8': new TextDecoder('utf-8'),
  'utf-16le': new TextDecoder('utf-16le'),
  'utf-16be': new TextDecoder('utf-16be'),
}
const strict = new TextDecoder('utf-8', { fatal: true })
const mostHexBytes = 256

/** The text of `bytes` up to its first zero character; bytes as hexadecimal pairs, at most 256 of them. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  if (encoding === 'hex') return hexText(bytes)
  if (encoding === 'marked') return decodeMarked(bytes)
  if (encoding === 'unstated') return decodeUnstated(bytes)
  if (encoding === 'latin1') {
    let text = ''
    for (const byte of bytes) {
      if (byte === 0) break
      text += String.fromCharCode(byte)
    }
    return text
  }
  if (encoding === 'utf-8') {
    const end = bytes.indexOf(0)
    return decoders[encoding].decode(end < 0 ? bytes : bytes.subarray(0, end))
  }
  const text = decoders[encoding].decode(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

/** A text that says by a byte order mark how it is encoded. */
function decodeMarked(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeText(bytes.subarray(2), 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeText(bytes.subarray(2), 'utf-16be')
  return decodeText(bytes, 'utf-8')
}

function hexText(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes.subarray(0, mostHexBytes)) text += byte.toString(16).padStart(2, '0').toUpperCase()
  return bytes.length > mostHexBytes ? `${text}… (${bytes.length} bytes)` : text
}

/** UTF-8 where the bytes are valid as that, else ISO 8859-1: older formats do not say, and their writers differ. */
function decodeUnstated(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  const text = end < 0 ? bytes : bytes.subarray(0, end)
  if (!text.some((byte) => byte > 0x7f)) return decodeText(text, 'latin1')
  try {
    return strict.decode(text)
  } catch {
    return decodeText(text, 'latin1')
  }
}
