import type { SampleBlock, SignalDescription, SignalGroup } from '../signals.ts'
import { locationRoles, usualLocationNames, type LocationNames, type LocationRole } from './signal-names.ts'

/** Where the vehicle was at one moment. */
export interface Location {
  /** Nanoseconds since the recording's origin. */
  timeNs: number
  /** Degrees, north and east positive. */
  latitude: number
  longitude: number
  /** Metres per second. */
  speed: number | null
  /** Metres. */
  accuracy: number | null
}

/**
 * About one location a second: what a map can show, and what a year of driving may cost. A receiver that speaks each second
 * is never quite punctual, and none of its places is left out.
 */
const leastStepNs = 0.95e9
/** Latitude and longitude of different messages, and speed and accuracy, belong to a place when they are not older. */
const oldestNs = 2e9
/** Locations of one recording; at one a second almost twelve days. */
const mostLocations = 1_000_000

/** Factors to metres per second, by unit without case and blanks. */
const speedUnits: ReadonlyMap<string, number> = new Map([
  ['m/s', 1],
  ['km/h', 1 / 3.6],
  ['kph', 1 / 3.6],
  ['kmh', 1 / 3.6],
  ['mph', 0.44704],
  ['mi/h', 0.44704],
  ['kn', 1852 / 3600],
  ['kt', 1852 / 3600],
  ['knots', 1852 / 3600],
])

interface Part {
  role: LocationRole
  index: number
  physical: (raw: number) => number
}

/** How far a block has been read. */
interface Reading {
  readonly block: SampleBlock
  readonly parts: readonly Part[]
  /** It has a latitude or a longitude. */
  readonly placed: boolean
  row: number
}

/**
 * Finds the vehicle's locations among samples. A place needs a latitude and a longitude of one bus; no fix, the zero point of
 * receivers without one, and values off the globe are passed over.
 */
export class Locations {
  readonly found: Location[] = []
  #groups: readonly SignalGroup[]
  #roleOf: ReturnType<typeof locationRoles>
  #parts = new Map<number, readonly Part[]>()
  #last: Record<LocationRole, { timeNs: number; value: number }> = {
    latitude: { timeNs: -Infinity, value: NaN },
    longitude: { timeNs: -Infinity, value: NaN },
    speed: { timeNs: -Infinity, value: NaN },
    accuracy: { timeNs: -Infinity, value: NaN },
    valid: { timeNs: -Infinity, value: NaN },
  }
  #lastNs = -Infinity

  /** `groups` are the stream's; they may grow. */
  constructor(groups: readonly SignalGroup[], names: LocationNames = usualLocationNames) {
    this.#groups = groups
    this.#roleOf = locationRoles(names)
  }

  /** Samples of the same stretch of time, at most one block of each group: they are read by their times, whatever group they are of. */
  add(blocks: readonly SampleBlock[]): void {
    const readings = blocks.flatMap((block): Reading[] => {
      const parts = this.#parts.get(block.group) ?? this.#partsOf(block.group)
      const placed = parts.some(({ role }) => role === 'latitude' || role === 'longitude')
      return parts.length === 0 ? [] : [{ block, parts, placed, row: 0 }]
    })
    for (let next = earliest(readings); next !== null; next = earliest(readings)) this.#read(next)
  }

  #read(reading: Reading): void {
    const { block, parts, placed, row } = reading
    const timeNs = block.timeNs[row] ?? NaN
    for (const { role, index, physical } of parts) {
      if (block.valid[index]?.[row] === 0) continue
      const last = this.#last[role]
      last.timeNs = timeNs
      last.value = physical(block.raw[index]?.[row] ?? NaN)
    }
    if (placed) this.#place(timeNs)
    reading.row++
  }

  #place(timeNs: number): void {
    const { latitude, longitude, valid } = this.#last
    const fresh = (last: { timeNs: number }): boolean => Math.abs(timeNs - last.timeNs) <= oldestNs
    if (!fresh(latitude) || !fresh(longitude) || (fresh(valid) && valid.value === 0)) return
    if (!onGlobe(latitude.value, longitude.value) || timeNs - this.#lastNs < leastStepNs) return
    if (this.found.length >= mostLocations) return
    this.#lastNs = timeNs
    const { speed, accuracy } = this.#last
    this.found.push({
      timeNs,
      latitude: latitude.value,
      longitude: longitude.value,
      speed: fresh(speed) && Number.isFinite(speed.value) ? speed.value : null,
      accuracy: fresh(accuracy) && Number.isFinite(accuracy.value) ? accuracy.value : null,
    })
  }

  #partsOf(group: number): readonly Part[] {
    const parts = (this.#groups[group]?.signals ?? []).flatMap((signal, index): Part[] => {
      const role = this.#roleOf(signal)
      const physical = role && physicalOf(signal, role)
      return role && physical ? [{ role, index, physical }] : []
    })
    this.#parts.set(group, parts)
    return parts
  }
}

/**
 * The block whose next row is the earliest; null when all are read. At the same moment those that only add to a place (its
 * speed) come before those that make one.
 */
function earliest(readings: readonly Reading[]): Reading | null {
  let found: Reading | null = null
  let foundNs = Infinity
  for (const reading of readings) {
    if (reading.row >= reading.block.count) continue
    const timeNs = reading.block.timeNs[reading.row] ?? NaN
    if (found !== null && !(timeNs < foundNs || (timeNs === foundNs && found.placed && !reading.placed))) continue
    found = reading
    foundNs = timeNs
  }
  return found
}

/** (0, 0) is in the sea, and what receivers say that know nothing. */
function onGlobe(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0)
}

/** Null when the signal cannot be what its name says: a text, or a speed without a unit of speed. */
function physicalOf({ conversion, unit }: SignalDescription, role: LocationRole): ((raw: number) => number) | null {
  if (conversion.kind !== 'linear') return null
  const scale = role === 'speed' ? speedUnits.get(unit.toLowerCase().replaceAll(' ', '')) : 1
  if (scale === undefined) return null
  return (raw) => (raw * conversion.factor + conversion.offset) * scale
}
