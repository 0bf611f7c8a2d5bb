import { identity, type Conversion, type RawValues, type SampleBlock, type SignalDescription } from '../signals.ts'

type Scale = (raw: RawValues, factor: number, offset: number, physical: Float64Array, at: number) => void

/** One function for each kind of array: a loop that meets several kinds is many times slower. */
const scales = new Map<unknown, Scale>()

/** Physical values of a column: raw * factor + offset. Texts have none: their indices are given. */
export function physicalOf(raw: RawValues, conversion: Conversion): Float64Array {
  const physical = new Float64Array(raw.length)
  scaleInto(raw, conversion, physical, 0)
  return physical
}

/**
 * Physical values of all columns of a block in one array, one column after the other: the values of column c are those
 * from `c * count`. A column alone is often only some hundred bytes, too few for an array of its own.
 */
export function physicalColumns({ count, raw }: SampleBlock, signals: readonly SignalDescription[]): Float64Array {
  const physical = new Float64Array(count * raw.length)
  for (let column = 0; column < raw.length; column++) {
    const values = raw[column]
    if (values) scaleInto(values, signals[column]?.conversion ?? identity, physical, column * count)
  }
  return physical
}

function scaleInto(raw: RawValues, conversion: Conversion, physical: Float64Array, at: number): void {
  if (conversion.kind === 'text' || (conversion.factor === 1 && conversion.offset === 0)) physical.set(raw, at)
  else scaleFor(raw)(raw, conversion.factor, conversion.offset, physical, at)
}

function scaleFor(raw: RawValues): Scale {
  let scale = scales.get(raw.constructor)
  if (!scale) {
    scale = generatedScale() ?? scaleAny
    scales.set(raw.constructor, scale)
  }
  return scale
}

function generatedScale(): Scale | null {
  try {
    // oxlint-disable-next-line no-new-func -- each call makes a function of its own, which the engine compiles for one kind
    return new Function(
      'raw, factor, offset, physical, at',
      'for (let i = 0; i < raw.length; i++) physical[at + i] = raw[i] * factor + offset',
    ) as Scale
  } catch {
    return null
  }
}

function scaleAny(raw: RawValues, factor: number, offset: number, physical: Float64Array, at: number): void {
  for (let i = 0; i < raw.length; i++) physical[at + i] = (raw[i] ?? NaN) * factor + offset
}
