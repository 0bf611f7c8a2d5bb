/** Tables for eight bytes at a time: table k holds the effect of a byte that k more bytes follow. */
const tables = new Int32Array(8 * 256)
for (let i = 0; i < 256; i++) {
  let value = i
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1
  tables[i] = value
}
for (let i = 256; i < 8 * 256; i++) {
  const before = tables[i - 256] ?? 0
  tables[i] = (before >>> 8) ^ (tables[before & 255] ?? 0)
}

/** crc32 as in zip and PNG. Give the sum of the bytes before to go on from there. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const t = tables
  let crc = ~before
  let at = 0
  const end = bytes.length
  if (bytes.byteOffset % 4 === 0) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, (end >>> 3) * 2)
    for (let i = 0; i < words.length; i += 2) {
      const low = crc ^ (words[i] ?? 0)
      const high = words[i + 1] ?? 0
      crc =
        (t[1792 + (low & 255)] ?? 0) ^
        (t[1536 + ((low >>> 8) & 255)] ?? 0) ^
        (t[1280 + ((low >>> 16) & 255)] ?? 0) ^
        (t[1024 + (low >>> 24)] ?? 0) ^
        (t[768 + (high & 255)] ?? 0) ^
        (t[512 + ((high >>> 8) & 255)] ?? 0) ^
        (t[256 + ((high >>> 16) & 255)] ?? 0) ^
        (t[high >>> 24] ?? 0)
    }
    at = words.length * 4
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ (t[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0)
  return ~crc >>> 0
}
