import { reportOf } from './checkin.ts'
import { deliver, deliveryOrder } from './delivery.ts'
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

export async function checkIn(unit: Unit, context: SimulationContext, pending: number): Promise<void> {
  const report = reportOf(unit.logger, context.nowMs(), pending)
  if (report) await unit.client.checkin(report)
}

/** Recordings whose files are mixed with each other on a bad network. */
const mixedAtOnce = 12
const deliveriesAtOnce = 4

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
  const batches = inBatches(drives, context.network === 'reorder' || context.network === 'duplicate' ? mixedAtOnce : 1)
  const worker = async (): Promise<void> => {
    for (let batch = batches.shift(); batch && !context.signal.aborted; batch = batches.shift())
      await deliverBatch(batch, context, progress)
  }
  await Promise.all(Array.from({ length: deliveriesAtOnce }, worker))
  context.signal.throwIfAborted()
  for (const unit of units) await checkIn(unit, context, 0)
  return progress
}

function inBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}

/** A vehicle drives one drive after the other, whichever worker asks. */
const turns = new WeakMap<Logger, Promise<unknown>>()

async function recordInTurn(logger: Logger, drive: PlannedDrive, crowding: number): Promise<LoggedFile[]> {
  const turn = (turns.get(logger) ?? Promise.resolve()).then(() => logger.record(drive, crowding))
  turns.set(logger, turn)
  return turn
}

async function deliverBatch(
  batch: readonly { unit: Unit; drive: PlannedDrive }[],
  context: SimulationContext,
  progress: Progress,
): Promise<void> {
  const ready: { unit: Unit; file: LoggedFile }[] = []
  for (const { unit, drive } of batch)
    for (const file of await recordInTurn(unit.logger, drive, context.crowding)) ready.push({ unit, file })
  for (const { unit, file } of deliveryOrder(ready, context.network, `${context.seed} ${progress.recordings}`)) {
    const counts = await deliver(unit.client, [file], () => undefined)
    progress.files += counts.files
    progress.bytes += counts.bytes
    progress.duplicates += counts.duplicates
  }
  progress.recordings += batch.length
  context.onProgress({ ...progress })
}
