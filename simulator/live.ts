import { setTimeout as pause } from 'node:timers/promises'
import { deliver } from './delivery.ts'
import type { PlannedDrive } from './history.ts'
import { SeededRandom } from './seeded-random.ts'
import { addCounts, checkIn, unitsOf, type Progress, type SimulationContext, type Unit } from './simulation.ts'

/** Seconds of pretend time between two check-ins. */
const checkinEveryS = 60

/**
 * The present of the pretend vehicles. At `speedup` 60 it begins 59 hours ago, runs 60 times as fast as the real one, and
 * goes on at its pace when it has caught up after an hour: nothing is ever recorded in the future, or twice at a time.
 */
interface LiveClock {
  nowMs(): number
  /** Real milliseconds that `seconds` of pretend time take at present. */
  realMs(seconds: number): number
}

function liveClock(realNowMs: () => number, speedup: number): LiveClock {
  const begunMs = realNowMs()
  const pretendMs = (): number => begunMs - (speedup - 1) * 3_600_000 + (realNowMs() - begunMs) * speedup
  return {
    nowMs: () => Math.min(realNowMs(), pretendMs()),
    realMs: (seconds) => (seconds * 1000) / (pretendMs() < realNowMs() ? speedup : 1),
  }
}

/**
 * Vehicles drive until the signal: each records, delivers when it stops, rests and drives on.
 * Gives what was delivered; throws DeliveryFailed when the server refuses a file or stays away.
 */
export async function simulateLive(context: SimulationContext, speedup: number): Promise<Progress> {
  const clock = liveClock(context.nowMs, speedup)
  const progress: Progress = { recordings: 0, recordingsPlanned: null, files: 0, bytes: 0, duplicates: 0 }
  const units = unitsOf(context)
  await Promise.all(units.map((unit) => driveOn(unit, { ...context, nowMs: clock.nowMs }, clock, progress)))
  return progress
}

async function driveOn(unit: Unit, context: SimulationContext, clock: LiveClock, progress: Progress): Promise<void> {
  const { logger, client } = unit
  const random = new SeededRandom(`live ${context.seed} ${logger.vehicle.name}`)
  let session = newSession(random, logger.fleet.scenarios, context.nowMs())
  // Vehicles do not all set off at once.
  await rest(unit, context, random.between(0, 120), clock)
  while (!context.signal.aborted) {
    const seconds = random.whole(session.scenario.shortestS, session.scenario.longestS)
    await rest(unit, context, seconds, clock)
    if (context.signal.aborted) return
    const drive: PlannedDrive = {
      scenario: session.scenario,
      startMs: Math.round(context.nowMs() - seconds * 1000),
      seconds,
      group: session.group,
    }
    const files = await logger.record(drive, context.crowding)
    const counts = await deliver(client, files).catch((error: unknown) => {
      // The end of the simulation is no failure.
      if (context.signal.aborted) return null
      throw error
    })
    if (!counts) return
    addCounts(progress, counts, 1)
    context.onProgress({ ...progress })
    if (++session.recorded >= session.scenario.most) session = newSession(random, logger.fleet.scenarios, context.nowMs())
    await rest(unit, context, random.between(60, 1800), clock)
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
    recorded: 0,
  }
}

/** Lets `seconds` of pretend time pass, checking in meanwhile; returns early when the simulation ends. */
async function rest(unit: Unit, context: SimulationContext, seconds: number, clock: LiveClock): Promise<void> {
  for (let left = seconds; left > 0 && !context.signal.aborted; left -= checkinEveryS) {
    // A server that is away for a while is no reason to stop driving.
    await checkIn(unit, context, 0).catch(() => undefined)
    await pause(clock.realMs(Math.min(left, checkinEveryS)), undefined, { signal: context.signal }).catch(() => undefined)
  }
}
