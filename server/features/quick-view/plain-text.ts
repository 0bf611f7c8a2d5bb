/**
 * The text in these bytes: UTF-8, UTF-16 with a byte order mark, else Windows-1252 (which has all of Latin-1). Null when
 * they are no text: a zero byte, or too many control characters.
 */
export function plainText(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0) || hasManyControls(bytes)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Texts have tabs, ends of lines and pages, perhaps an escape; of others hardly any. */
function hasManyControls(bytes: Uint8Array): boolean {
  let controls = 0
  for (const byte of bytes) if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls++
  return controls > bytes.length / 100
}
