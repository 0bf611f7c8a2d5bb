/** The MD5 digest of `bytes` (RFC 1321), 16 bytes. MDF 4 guards attachments with it against broken copies, nothing else. */
export function md5(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.of(0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476)
  const whole = bytes.length - (bytes.length % 64)
  const words = new Int32Array(16)
  for (let at = 0; at < whole; at += 64) mix(state, words, bytes, at)
  const rest = bytes.subarray(whole)
  const tail = new Uint8Array(rest.length < 56 ? 64 : 128)
  tail.set(rest)
  tail[rest.length] = 0x80
  const view = new DataView(tail.buffer)
  view.setUint32(tail.length - 8, (bytes.length * 8) % 0x1_0000_0000, true)
  view.setUint32(tail.length - 4, Math.floor(bytes.length / 0x2000_0000), true)
  for (let at = 0; at < tail.length; at += 64) mix(state, words, tail, at)
  const digest = new DataView(new ArrayBuffer(16))
  state.forEach((word, i) => digest.setInt32(i * 4, word, true))
  return new Uint8Array(digest.buffer)
}

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const sines = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0)

/** Mixes the 64 bytes from `at` into the state. */
function mix(state: Int32Array, words: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++) {
    const place = at + i * 4
    words[i] =
      (bytes[place] ?? 0) | ((bytes[place + 1] ?? 0) << 8) | ((bytes[place + 2] ?? 0) << 16) | ((bytes[place + 3] ?? 0) << 24)
  }
  let [a = 0, b = 0, c = 0, d = 0] = state
  for (let i = 0; i < 64; i++) {
    const round = i >> 4
    const [chosen, word] = choose(round, i, b, c, d)
    const sum = (a + chosen + (sines[i] ?? 0) + (words[word] ?? 0)) | 0
    const shift = shifts[round * 4 + (i & 3)] ?? 0
    a = d
    d = c
    c = b
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0
  }
  state[0] = (state[0] ?? 0) + a
  state[1] = (state[1] ?? 0) + b
  state[2] = (state[2] ?? 0) + c
  state[3] = (state[3] ?? 0) + d
}

function choose(round: number, i: number, b: number, c: number, d: number): [value: number, word: number] {
  if (round === 0) return [(b & c) | (~b & d), i]
  if (round === 1) return [(d & b) | (~d & c), (5 * i + 1) & 15]
  return round === 2 ? [b ^ c ^ d, (3 * i + 5) & 15] : [c ^ (b | ~d), (7 * i) & 15]
}
