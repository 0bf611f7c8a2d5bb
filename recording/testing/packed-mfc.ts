/** The container with literals, and a copy wherever the bytes repeat 16 back. */
export function packedMfc(bytes: Uint8Array, kind = 0x22, window = 1024): Uint8Array {
  const out: number[] = [...new TextEncoder().encode('Generic File'), 0, 0, kind, 1, 1, 2, 3, 4]
  const head = new DataView(new ArrayBuffer(8))
  head.setUint32(0, 4)
  head.setUint32(4, window)
  out.push(...new Uint8Array(head.buffer))
  let word = 0
  let bits = 0
  const put = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i--) {
      word = (word << 1) | ((value >>> i) & 1)
      if (++bits === 8) {
        out.push(word)
        word = bits = 0
      }
    }
  }
  for (let at = 0; at < bytes.length;) {
    let same = 0
    while (same < 16 && at >= 16 && at + same < bytes.length && bytes[at + same] === bytes[at + same - 16]) same++
    if (same > 1) {
      put(0, 1)
      put(15, 10)
      put(same - 1, 4)
      at += same
    } else {
      put(1, 1)
      put(bytes[at++] ?? 0, 8)
    }
  }
  if (bits > 0) put(0, 8 - bits)
  return Uint8Array.from(out)
}
