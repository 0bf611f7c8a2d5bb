import { setTimeout as pause } from 'node:timers/promises'
import { deliver } from './delivery.ts'
import type { PlannedDrive } from './history.ts'
import { SeededRandom } from './seeded-random.ts'
import { checkIn, unitsOf, type Progress, type SimulationContext, type Unit } from './simulation.ts'

/** Seconds of pretend time between two check-ins. */
const checkinEveryS = 60

/**
 * Vehicles drive now, until the signal: each records, delivers when it stops, rests and drives on. With `speedup` 60 an
 * hour passes in a minute; recordings keep their real length and end when they are delivered.
 */
export async function simulateLive(context: SimulationContext, speedup: number): Promise<Progress> {
  const progress: Progress = { recordings: 0, recordingsPlanned: null, files: 0, bytes: 0, duplicates: 0 }
  const units = unitsOf(context)
  await Promise.all(units.map((unit) => driveOn(unit, context, speedup, progress)))
  return progress
}

async function driveOn(unit: Unit, context: SimulationContext, speedup: number, progress: Progress): Promise<void> {
  const { logger, client } = unit
  const random = new SeededRandom(`live ${context.seed} ${logger.vehicle.name}`)
  let session = newSession(random, logger.fleet.scenarios, context.nowMs())
  // Vehicles do not all set off at once.
  await rest(unit, context, random.between(0, 120), speedup)
  while (!context.signal.aborted) {
    const seconds = random.whole(session.scenario.shortestS, session.scenario.longestS)
    await rest(unit, context, seconds, speedup)
    if (context.signal.aborted) return
    const drive: PlannedDrive = {
      scenario: session.scenario,
      startMs: Math.round(context.nowMs() - seconds * 1000),
      seconds,
      group: session.group,
      number: session.next++,
    }
    const counts = await deliver(client, await logger.record(drive, context.crowding), () => undefined)
    progress.recordings++
    progress.files += counts.files
    progress.bytes += counts.bytes
    progress.duplicates += counts.duplicates
    context.onProgress({ ...progress })
    if (session.next > session.scenario.most) session = newSession(random, logger.fleet.scenarios, context.nowMs())
    await rest(unit, context, random.between(60, 1800), speedup)
  }
}

function newSession(
  random: SeededRandom,
  scenarios: readonly [PlannedDrive['scenario'], ...PlannedDrive['scenario'][]],
  nowMs: number,
) {
  const scenario = random.pick(scenarios)
  return {
    scenario,
    group: `${scenario.collection}-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`,
    next: 1,
  }
}

/** Lets `seconds` of pretend time pass, checking in meanwhile; returns early when the simulation ends. */
async function rest(unit: Unit, context: SimulationContext, seconds: number, speedup: number): Promise<void> {
  for (let left = seconds; left > 0 && !context.signal.aborted; left -= checkinEveryS) {
    // A server that is away for a while is no reason to stop driving.
    await checkIn(unit, context, 0).catch(() => undefined)
    await pause((Math.min(left, checkinEveryS) / speedup) * 1000, undefined, { signal: context.signal }).catch(() => undefined)
  }
}
