import type { PlannedFleet, PlannedVehicle } from './demo-fleet.ts'
import type { Scenario } from './drive/scenario.ts'
import { SeededRandom } from './seeded-random.ts'

/** One recording to be made: when, what, and as part of which group. */
export interface PlannedDrive {
  scenario: Scenario
  startMs: number
  seconds: number
  /** Names the group among the device's groups. */
  group: string
}

const dayMs = 86_400_000

/**
 * The drives of one vehicle over `months` up to `nowMs`, in order of time: `groups` test sessions on different days,
 * the last one today.
 */
export function planHistory(
  fleet: PlannedFleet,
  vehicle: PlannedVehicle,
  options: { nowMs: number; months: number; groups: number; seed: string },
): PlannedDrive[] {
  const random = new SeededRandom(`history ${options.seed} ${vehicle.name}`)
  const spanMs = options.months * 30 * dayMs
  const drives: PlannedDrive[] = []
  for (let group = 0; group < options.groups; group++) {
    const scenario = random.pick(fleet.scenarios)
    const count = random.whole(scenario.fewest, scenario.most)
    const last = group === options.groups - 1
    const sessionMs = last
      ? options.nowMs - random.between(0.6, 5) * 3_600_000
      : sessionStart(options.nowMs, spanMs, group, options.groups, random)
    drives.push(...session(scenario, sessionMs, count, last ? options.nowMs : Infinity, random))
  }
  return drives
}

/** In working hours of a day in the group's share of the span. */
function sessionStart(nowMs: number, spanMs: number, group: number, groups: number, random: SeededRandom): number {
  const share = spanMs / groups
  const day = Math.floor((nowMs - spanMs + share * (group + random.between(0, 0.8))) / dayMs) * dayMs
  return Math.min(day + random.between(5.2, 15) * 3_600_000, nowMs - dayMs / 2)
}

function session(scenario: Scenario, sessionMs: number, count: number, latestMs: number, random: SeededRandom): PlannedDrive[] {
  const drives: PlannedDrive[] = []
  let startMs = Math.round(sessionMs / 1000) * 1000
  const group = `${scenario.collection}-${new Date(startMs).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}`
  for (let made = 0; made < count; made++) {
    const seconds = random.whole(scenario.shortestS, scenario.longestS)
    if (startMs + seconds * 1000 > latestMs) break
    drives.push({ scenario, startMs, seconds, group })
    startMs += seconds * 1000 + random.whole(3, 70) * 60_000
  }
  // A session that began too late for any whole recording is one short recording.
  if (drives.length === 0) drives.push({ scenario, startMs: Math.min(startMs, latestMs - 90_000), seconds: 60, group })
  return drives
}
