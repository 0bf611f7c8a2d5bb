const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const valueOf = new Uint8Array(256).fill(255)
for (let i = 0; i < 64; i++) valueOf[alphabet.charCodeAt(i)] = i
const padding = 0x3d

/** Decodes the base64 text bytes[start, end) into `to`; gives the count, or -1 when it is none or too long (RFC 4648). */
export function readBase64(bytes: Uint8Array, start: number, end: number, to: Uint8Array): number {
  if ((end - start) % 4 !== 0) return -1
  let stop = end
  while (stop > start && end - stop < 2 && bytes[stop - 1] === padding) stop--
  const count = Math.floor(((stop - start) * 3) / 4)
  if (count > to.length) return -1
  let pending = 0
  let bits = 0
  let at = 0
  for (let i = start; i < stop; i++) {
    const value = valueOf[bytes[i] ?? 0] ?? 255
    if (value > 63) return -1
    pending = ((pending << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      to[at++] = pending >> bits
    }
  }
  return at
}

/** bytes[start, end) as base64 text. */
export function base64Of(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let i = start; i < end; i += 3) {
    const three =
      ((bytes[i] ?? 0) << 16) | ((i + 1 < end ? (bytes[i + 1] ?? 0) : 0) << 8) | (i + 2 < end ? (bytes[i + 2] ?? 0) : 0)
    text += alphabet.charAt(three >> 18) + alphabet.charAt((three >> 12) & 63)
    text += i + 1 < end ? alphabet.charAt((three >> 6) & 63) : '='
    text += i + 2 < end ? alphabet.charAt(three & 63) : '='
  }
  return text
}
