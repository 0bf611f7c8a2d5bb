import { identity, type RawValues, type SampleBlock, type SignalDescription, type SignalGroup } from '../../signals.ts'
import { rawArray } from '../layout.ts'

/** How one signal of a random recording behaves. */
export interface RandomSignal {
  type: number
  factor: number
  kind: 'number' | 'enumeration' | 'text'
  validity: 'always' | 'mask of ones' | 'later' | 'sometimes' | 'sometimes too' | 'never'
  values: 'constant' | 'slow' | 'wild'
}

export interface RandomGroup {
  rows: number
  times: 'regular' | 'jitter' | 'gaps' | 'set back' | 'fractions' | 'not finite'
  signals: RandomSignal[]
}

export interface RandomRecording {
  seed: number
  groups: RandomGroup[]
}

/** Repeatable numbers from 0 to 1. */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A signal as plain lists: what a store of it must say. */
export interface PlainSignal {
  times: number[]
  raw: number[]
  invalid: number
}

export interface WrittenRecording {
  groups: SignalGroup[]
  /** Blocks of all groups, interleaved. */
  blocks: SampleBlock[]
  /** By group and column. */
  plain: PlainSignal[][]
}

export const texts = ['parked', 'driving', 'charging', 'ünknown', 'e', 'f', 'g']

export function write(recording: RandomRecording): WrittenRecording {
  const roll = dice(recording.seed)
  const written: WrittenRecording = { groups: [], blocks: [], plain: [] }
  const queues = recording.groups.map((group, number) => {
    written.groups.push({ name: `group ${number}`, from: null, signals: group.signals.map(describe) })
    return blocksOf(group, number, roll, (written.plain[number] = group.signals.map(() => ({ times: [], raw: [], invalid: 0 }))))
  })
  while (queues.some((queue) => queue.length > 0)) {
    const block = queues[Math.floor(roll() * queues.length)]?.shift()
    if (block) written.blocks.push(block)
  }
  return written
}

function describe(signal: RandomSignal, column: number): SignalDescription {
  const head = { name: `signal ${column}`, unit: 'km/h' }
  if (signal.kind === 'text') return { ...head, conversion: { kind: 'text', texts } }
  const names =
    signal.kind === 'enumeration'
      ? {
          names: new Map([
            [0, 'off'],
            [1, 'on'],
          ] as const),
        }
      : {}
  return { ...head, conversion: signal.factor === 1 ? identity : { kind: 'linear', factor: signal.factor, offset: 3 }, ...names }
}

function blocksOf(group: RandomGroup, number: number, roll: () => number, plain: PlainSignal[]): SampleBlock[] {
  const blocks: SampleBlock[] = []
  let time = Math.floor(roll() * 1e12)
  let done = 0
  while (done < group.rows) {
    const count = Math.min(group.rows - done, 1 + Math.floor(roll() * roll() * 30_000))
    const timeNs = new Float64Array(count)
    for (let i = 0; i < count; i++) timeNs[i] = time = nextTime(group.times, time, roll)
    if (group.times === 'not finite') timeNs[Math.floor(roll() * count)] = roll() < 0.5 ? NaN : Infinity
    const raw: RawValues[] = []
    const valid: (Uint8Array | null)[] = []
    for (const [column, signal] of group.signals.entries()) {
      const values = rawArray(signal.type, count)
      let value = Math.floor(roll() * 5)
      for (let i = 0; i < count; i++) values[i] = value = nextValue(signal, value, roll)
      raw.push(values)
      valid.push(maskOf(signal, count, done))
      const list = plain[column]
      for (let i = 0; i < count && list; i++)
        if (valid[column]?.[i] === 0 || !Number.isFinite(timeNs[i])) list.invalid++
        else {
          list.times.push(timeNs[i] ?? 0)
          list.raw.push(values[i] ?? 0)
        }
    }
    blocks.push({ group: number, count, timeNs, raw, valid })
    done += count
  }
  return blocks
}

function nextTime(times: RandomGroup['times'], time: number, roll: () => number): number {
  if (times === 'regular' || times === 'not finite') return Number.isFinite(time) ? time + 10_000_000 : 0
  if (times === 'jitter') return time + 1000 * Math.floor(roll() * 20_000)
  if (times === 'gaps') return time + (roll() < 0.001 ? 60e9 : 10_000_000)
  if (times === 'fractions') return time + 1e6 / 3
  return time + (roll() < 0.0005 ? -3e9 : 10_000_000)
}

function nextValue({ kind, values, type }: RandomSignal, value: number, roll: () => number): number {
  if (values === 'constant') return kind === 'text' ? 2 : 42
  if (kind !== 'number') return roll() < 0.02 ? Math.floor(roll() * 7) : Math.max(0, Math.min(6, value))
  if (values === 'slow') return value + (roll() < 0.5 ? 0.25 : -0.25)
  if (type > 6 && roll() < 0.05) return [NaN, Infinity, -Infinity, -0][Math.floor(roll() * 4)] ?? 0
  return (roll() - 0.5) * 2 ** 20
}

/** Masks depend on the row alone, so that signals of one kind share theirs. */
function maskOf({ validity }: RandomSignal, count: number, from: number): Uint8Array | null {
  if (validity === 'always') return null
  return Uint8Array.from({ length: count }, (_, i) => {
    if (validity === 'mask of ones') return 1
    if (validity === 'never') return 0
    if (validity === 'later') return from + i < 700 ? 1 : (from + i) % 3 === 0 ? 0 : 1
    return (from + i) % (validity === 'sometimes' ? 4 : 9) === 0 ? 1 : 0
  })
}
