import type { Conversion, RawValues } from '../signals.ts'

type Scale = (raw: RawValues, factor: number, offset: number, physical: Float64Array) => void

/** One function for each kind of array: a loop that meets several kinds is many times slower. */
const scales = new Map<string, Scale>()

/**
 * Physical values of a column: raw * factor + offset. Texts have none: their indices are given.
 * `into` is filled and given back when there is one (at least as long as `raw`).
 */
export function physicalOf(raw: RawValues, conversion: Conversion, into = new Float64Array(raw.length)): Float64Array {
  if (conversion.kind === 'text' || (conversion.factor === 1 && conversion.offset === 0)) into.set(raw)
  else scaleFor(raw)(raw, conversion.factor, conversion.offset, into)
  return into
}

function scaleFor(raw: RawValues): Scale {
  const kind = raw.constructor.name
  let scale = scales.get(kind)
  if (!scale) {
    scale = generatedScale() ?? scaleAny
    scales.set(kind, scale)
  }
  return scale
}

function generatedScale(): Scale | null {
  try {
    // oxlint-disable-next-line no-new-func -- each call makes a function of its own, which the engine compiles for one kind
    return new Function(
      'raw, factor, offset, physical',
      'for (let i = 0; i < raw.length; i++) physical[i] = raw[i] * factor + offset',
    ) as Scale
  } catch {
    return null
  }
}

function scaleAny(raw: RawValues, factor: number, offset: number, physical: Float64Array): void {
  for (let i = 0; i < raw.length; i++) physical[i] = (raw[i] ?? NaN) * factor + offset
}
