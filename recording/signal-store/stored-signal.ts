import { DamagedBlock } from '../recording-error.ts'
import { directoryTotal, entryWidth, type Directory } from './directory.ts'
import type { IndexAxis, IndexSignal, StoreIndex, StoredGroup } from './index-form.ts'
import { rawTypeBytes } from './layout.ts'

/** One signal of a store. Values are physical unless they are called raw; times are ns since the store's origin. */
export interface StoredSignal {
  /** Place in the store's list. */
  readonly index: number
  readonly group: StoredGroup
  readonly name: string
  readonly unit: string
  readonly comment: string
  /** Text signals: values are places in `texts` of the store. */
  readonly kind: 'number' | 'text'
  readonly factor: number
  readonly offset: number
  /** Names of raw values. */
  readonly names: ReadonlyMap<number, string>
  /** Tiles list the different raw values of each cell: texts and enumerations. */
  readonly coded: boolean
  /** The range that its catalog states. */
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly count: number
  /** Samples that are not NaN. */
  readonly numbers: number
  /** Rows of the recording in which it had no value. */
  readonly invalid: number
  /** NaN without samples. */
  readonly startNs: number
  readonly endNs: number
  /** NaN without numbers. */
  readonly least: number
  readonly greatest: number
  readonly mean: number
  /** Integers beyond 2^53 were rounded. */
  readonly rounded: boolean
  /** Somewhere a time is less than the one before. */
  readonly timeFalls: boolean
  /** Signals with the same number share their times. */
  readonly axis: number
}

/** Where a signal's blocks are. */
export interface SignalPlaces {
  readonly axis: IndexAxis
  readonly series: IndexSignal
}

/** Checks that the parts of an index fit together. Throws DamagedBlock at `offset`. */
export function describeSignals(index: StoreIndex, offset: number): { signals: StoredSignal[]; places: SignalPlaces[] } {
  const places: SignalPlaces[] = []
  // Thousands of signals share hundreds of axes.
  const axes = index.axes.map((axis) => describeAxis(axis, offset))
  const signals = index.signals.map((series, number): StoredSignal => {
    const group = index.groups[series.group]
    const axis = index.axes[series.axis]
    const times = axes[series.axis]
    if (!group || !axis || !times) throw new DamagedBlock(`An index whose signal ${number} has no group or no axis`, offset)
    if (!sameShape(axis, series) || rawTypeBytes(series.rawType) === 0)
      throw new DamagedBlock(`An index whose signal ${number} does not fit its axis`, offset)
    places.push({ axis, series })
    const { name, unit, comment, minimum, maximum, coded, rounded, invalid, conversion } = series
    const { factor, offset: zero } = conversion.kind === 'linear' ? conversion : { factor: 1, offset: 0 }
    const ends = [directoryTotal(series.chunks, 4) * factor + zero, directoryTotal(series.chunks, 5) * factor + zero]
    const numbers = directoryTotal(series.chunks, 2)
    return {
      index: number,
      group,
      name,
      unit,
      comment,
      minimum,
      maximum,
      coded,
      rounded,
      invalid,
      numbers,
      kind: conversion.kind === 'text' ? 'text' : 'number',
      factor,
      offset: zero,
      names: new Map(series.names),
      ...times,
      // A negative factor makes the greatest raw value the least physical one.
      least: Math.min(...ends),
      greatest: Math.max(...ends),
      mean: numbers === 0 ? NaN : (directoryTotal(series.chunks, 3) / numbers) * factor + zero,
      axis: series.axis,
    }
  })
  return { signals, places }
}

function describeAxis(axis: IndexAxis, offset: number): Pick<StoredSignal, 'count' | 'startNs' | 'endNs' | 'timeFalls'> {
  if (![axis.chunks, ...axis.levels].every(countsArePositive)) throw new DamagedBlock('An index with an empty block', offset)
  return {
    count: directoryTotal(axis.chunks, 2),
    startNs: directoryTotal(axis.chunks, 3),
    endNs: directoryTotal(axis.chunks, 4),
    timeFalls: axis.timeFalls,
  }
}

function sameShape(axis: IndexAxis, series: IndexSignal): boolean {
  const same = (a: Directory, b: Directory | undefined) => a.paged === b?.paged && a.count === b.count
  return (
    axis.levels.length === series.levels.length &&
    same(axis.chunks, series.chunks) &&
    axis.levels.every((level, i) => same(level, series.levels[i]))
  )
}

function countsArePositive({ kind, count, entries }: Directory): boolean {
  const width = entryWidth(kind)
  for (let i = 0; i < count; i++) if (!((entries[i * width + 2] ?? 0) >= 1)) return false
  return true
}
