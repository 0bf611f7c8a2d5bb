/** Eight bytes seen as bits and as IEEE 754 numbers. JavaScript's engines of today are all little-endian. */
export const numberBits = new Uint32Array(2)
export const asDouble = new Float64Array(numberBits.buffer)
export const asSingle = new Float32Array(numberBits.buffer)

/** The number of 64 bits, lower half first. */
export function doubleOf(lower: number, upper: number): number {
  numberBits[0] = lower
  numberBits[1] = upper
  return asDouble[0] ?? NaN
}

export function singleOf(bits: number): number {
  numberBits[0] = bits
  return asSingle[0] ?? NaN
}

/** The number of 16 bits (IEEE 754 binary16: 1 sign, 5 exponent with bias 15, 10 fraction). */
export function halfOf(bits: number): number {
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  const sign = bits & 0x8000 ? -1 : 1
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN
  if (exponent === 0) return sign * fraction * 2 ** -24
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
