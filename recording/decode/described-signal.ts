import type { Signal } from '../catalogs/catalog.ts'
import { identity, type SignalDescription } from '../signals.ts'

/** What columns hold: the values as recorded, or what people read, as doubles. */
export type ValueKind = 'raw' | 'physical'

export function rawSignal(signal: Signal): SignalDescription {
  return {
    name: signal.name,
    unit: signal.unit,
    conversion: { kind: 'linear', factor: signal.factor, offset: signal.offset },
    ...(signal.names && signal.names.size > 0 && { names: signal.names }),
    ...(signal.comment !== undefined && { comment: signal.comment }),
    // DBC writes [0|0] where nothing is stated.
    ...(signal.minimum < signal.maximum && { minimum: signal.minimum, maximum: signal.maximum }),
  }
}

export function physicalSignal(signal: Signal): SignalDescription {
  const { names, ...described } = rawSignal(signal)
  const physical = (raw: number): number => raw * signal.factor + signal.offset
  return {
    ...described,
    conversion: identity,
    ...(names && { names: new Map([...names].map(([raw, name]) => [physical(raw), name])) }),
  }
}
