import { reportOf } from './checkin.ts'
import { deliver, deliveryOrder, type DeliveryCounts } from './delivery.ts'
import { DeviceClient } from './device-client.ts'
import { planHistory, type PlannedDrive } from './history.ts'
import { Logger, type LoggedFile } from './logger.ts'
import type { NetworkKind } from './network.ts'
import type { ReadyDevice } from './provisioning.ts'

/** What has been delivered so far. */
export interface Progress {
  recordings: number
  /** Planned recordings; null while driving live. */
  recordingsPlanned: number | null
  files: number
  bytes: number
  /** Files that the server had already. */
  duplicates: number
}

export interface SimulationContext {
  /** Address to send to: the server's, or a bad network in front of it. */
  url: string
  devices: readonly ReadyDevice[]
  seed: string
  network: NetworkKind
  /** Frames sent this many times as often, for large recordings. */
  crowding: number
  nowMs: () => number
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

export interface Unit {
  logger: Logger
  client: DeviceClient
}

export function unitsOf(context: SimulationContext): Unit[] {
  return context.devices.map(({ fleet, vehicle, token }) => ({
    logger: new Logger(fleet, vehicle, context.seed),
    client: new DeviceClient({
      server: context.url,
      token,
      signal: context.signal,
      ...(context.network === 'blackhole' && { answerTimeoutMs: 3000 }),
    }),
  }))
}

interface Planned {
  unit: Unit
  drive: PlannedDrive
}

export async function checkIn(unit: Unit, context: SimulationContext, pending: number): Promise<void> {
  const report = reportOf(unit.logger, context.nowMs(), pending)
  if (report) await unit.client.checkin(report)
}

/** Recordings whose files are mixed with each other on a bad network. */
const mixedAtOnce = 12
const deliveriesAtOnce = 6

/**
 * Months of history: all vehicles' recordings in order of time, so that the server numbers them as they happened,
 * a few delivered at once. Each device checks in when all is done.
 */
export async function simulateHistory(context: SimulationContext, months: number, groupsPerVehicle: number): Promise<Progress> {
  const units = unitsOf(context)
  const drives = units
    .flatMap((unit) =>
      planHistory(unit.logger.fleet, unit.logger.vehicle, {
        nowMs: context.nowMs(),
        months,
        groups: groupsPerVehicle,
        seed: context.seed,
      }).map((drive) => ({ unit, drive })),
    )
    .sort((a, b) => a.drive.startMs - b.drive.startMs)
  const progress: Progress = { recordings: 0, recordingsPlanned: drives.length, files: 0, bytes: 0, duplicates: 0 }
  const mixed = context.network === 'reorder' || context.network === 'duplicate'
  const batches = inBatches(drives, mixed ? mixedAtOnce : 1)
  const worker = async (): Promise<void> => {
    for (let batch = batches.shift(); batch && !context.signal.aborted; batch = batches.shift()) {
      if (mixed) await deliverMixed(batch, context, progress)
      else for (const planned of batch) await deliverOne(planned, context, progress)
    }
  }
  try {
    await Promise.all(Array.from({ length: deliveriesAtOnce }, worker))
  } finally {
    // After a failure the other workers stop at their next batch.
    batches.length = 0
  }
  context.signal.throwIfAborted()
  for (const unit of units) await checkIn(unit, context, 0)
  return progress
}

function inBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}

/** A logger does one thing after the other, whichever worker asks: its recordings arrive in the order of its drives. */
const turns = new WeakMap<Logger, Promise<unknown>>()

async function inTurn<T>(logger: Logger, task: () => Promise<T>): Promise<T> {
  const turn = (turns.get(logger) ?? Promise.resolve()).then(task)
  turns.set(
    logger,
    turn.catch(() => undefined),
  )
  return turn
}

async function deliverOne({ unit, drive }: Planned, context: SimulationContext, progress: Progress): Promise<void> {
  const counts = await inTurn(unit.logger, async () => deliver(unit.client, await unit.logger.record(drive, context.crowding)))
  addCounts(progress, counts, 1)
  context.onProgress({ ...progress })
}

async function deliverMixed(batch: readonly Planned[], context: SimulationContext, progress: Progress): Promise<void> {
  const ready: { unit: Unit; file: LoggedFile }[] = []
  for (const { unit, drive } of batch)
    for (const file of await inTurn(unit.logger, () => unit.logger.record(drive, context.crowding))) ready.push({ unit, file })
  for (const { unit, file } of deliveryOrder(ready, context.network, `${context.seed} ${progress.recordings}`))
    addCounts(progress, await deliver(unit.client, [file]), 0)
  progress.recordings += batch.length
  context.onProgress({ ...progress })
}

/** Adds what one delivery counted. */
export function addCounts(progress: Progress, counts: DeliveryCounts, recordings: number): void {
  progress.recordings += recordings
  progress.files += counts.files
  progress.bytes += counts.bytes
  progress.duplicates += counts.duplicates
}
