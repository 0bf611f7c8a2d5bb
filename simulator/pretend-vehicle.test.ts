import { describe, expect, it } from 'vitest'
import { scenarios } from './drive/scenario.ts'
import type { Trace } from './drive/trace.ts'
import { PretendVehicle } from './pretend-vehicle.ts'
import { buildTown } from './roads/town.ts'

const town = buildTown('Utrecht', 52.09, 5.12)
const kinds = Object.entries(scenarios)

function highest(column: ArrayLike<number>): number {
  return Array.from(column).reduce((a, b) => Math.max(a, b), -Infinity)
}

/** Metres between two samples of a trace. */
function apart(a: Trace, i: number, b: Trace, j: number): number {
  const north = ((b.latitude[j] ?? 0) - (a.latitude[i] ?? 0)) * 111_320
  const east = ((b.longitude[j] ?? 0) - (a.longitude[i] ?? 0)) * 111_320 * Math.cos((52.09 * Math.PI) / 180)
  return Math.hypot(north, east)
}

describe('a pretend vehicle', () => {
  it.each(kinds)('drives plausibly: %s', (_, scenario) => {
    const vehicle = new PretendVehicle(town, 'plausible')
    const trace = vehicle.drive(scenario, 400, 8, 30_000, 0)
    expect(trace.count).toBe(4000)
    const top = highest(trace.speed)
    expect(top).toBeGreaterThan(40)
    expect(top).toBeLessThan(145)
    expect(highest(trace.engineSpeed)).toBeLessThan(4800)
    expect(highest(trace.engineSpeed.map((rpm) => -rpm))).toBeLessThan(-600)
    expect(highest(trace.coolant)).toBeLessThan(105)
    for (let i = 1; i < trace.count; i++) {
      const dv = Math.abs((trace.speed[i] ?? 0) - (trace.speed[i - 1] ?? 0)) / 3.6
      expect(dv).toBeLessThan(1.1)
      // The position moves as far as the speed says, but for the corners that are cut.
      expect(apart(trace, i - 1, trace, i)).toBeLessThan(((trace.speed[i] ?? 0) / 3.6) * 0.1 + 0.6)
    }
  })

  it('begins each drive where the last one ended', () => {
    const vehicle = new PretendVehicle(town, 'continuous')
    let last: Trace | null = null
    for (const [, scenario] of [...kinds, ...kinds]) {
      const trace = vehicle.drive(scenario, 200, 8, 600, 0)
      if (last) {
        expect(apart(last, last.count - 1, trace, 0)).toBeLessThan(6)
        expect(trace.odometer[0]).toBeCloseTo(last.odometer[last.count - 1] ?? 0, 1)
      }
      last = trace
    }
  })

  it('warms up on a cold start and brakes hard in an ABS event', () => {
    const vehicle = new PretendVehicle(town, 'temperatures')
    const cold = vehicle.drive(scenarios.coldStart, 400, -15, 60_000, 0)
    expect(cold.coolant[0]).toBeCloseTo(-15, 0)
    expect(cold.coolant[cold.count - 1]).toBeGreaterThan(25)
    const event = vehicle.drive(scenarios.absEvent, 110, -15, 600, 1)
    expect(highest(event.abs)).toBe(1)
    expect(highest(event.acceleration.map((a) => -a))).toBeGreaterThan(7)
  })

  it('is the same for the same seed and another for another', () => {
    const drive = (seed: string) =>
      Array.from(new PretendVehicle(town, seed).drive(scenarios.countryRoad, 120, 8, 600, 0).latitude)
    expect(drive('a')).toEqual(drive('a'))
    expect(drive('a')).not.toEqual(drive('b'))
  })
})
