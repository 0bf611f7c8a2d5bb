import type { ByteSink } from '#recording/byte-sink.ts'
import { VsbWriter } from '#recording/formats/vsb/writer.ts'
import type { FrameBlock } from '#recording/frames.ts'
import { scenarios } from '../drive/scenario.ts'
import { traceHz } from '../drive/trace.ts'
import { PretendVehicle } from '../pretend-vehicle.ts'
import { buildTown } from '../roads/town.ts'
import { framesOf, vehicleBuses } from './frames.ts'

/** One round of the way, seconds. */
const roundSeconds = 600
/** A bus as full as a real one: so many times the frames of the demo fleet. */
const crowding = 8
/** 2026-06-01: a day of summer, whatever the clock says. */
const startMs = Date.UTC(2026, 5, 1, 6)

export interface LongRecording {
  readonly startMs: number
  readonly endMs: number
  readonly frameCount: number
}

/**
 * Writes a VSB file of at least `bytes`: one vehicle on the motorway, round after round, its frames the same in each but
 * for their times. The same seed, the same bytes.
 */
export async function writeLongRecording(
  sink: ByteSink,
  bytes: number,
  { seed = 'demo', onProgress = () => undefined }: { seed?: string | undefined; onProgress?: (written: number) => void } = {},
): Promise<LongRecording> {
  const vehicle = new PretendVehicle(buildTown('Long Road', 48.37, 10.89), seed)
  const trace = vehicle.drive(scenarios.highwayAcc, roundSeconds, 18, 6 * 3600, 0)
  const round = [...framesOf(trace, crowding)].map((block) => ownCopy(block))
  const roundNs = (trace.count / traceHz) * 1e9
  const writer = new VsbWriter(sink, { epochMs: startMs, nanos: 0 }, vehicleBuses)
  await writer.begin()
  let frameCount = 0
  let rounds = 0
  for (; sink.position < bytes; rounds++)
    for (const block of round) {
      const timeNs = block.timeNs.map((time) => time + rounds * roundNs)
      await writer.write({ ...block, timeNs })
      frameCount += block.count
      onProgress(sink.position)
    }
  return { startMs, endMs: startMs + Math.round((rounds * roundNs) / 1e6), frameCount }
}

/** Blocks of a builder may be filled again; these are kept for all rounds. */
function ownCopy(block: FrameBlock): FrameBlock {
  const { count } = block
  return {
    ...block,
    timeNs: block.timeNs.slice(0, count),
    bus: block.bus.slice(0, count),
    id: block.id.slice(0, count),
    flags: block.flags.slice(0, count),
    length: block.length.slice(0, count),
    dataStart: block.dataStart.slice(0, count),
    data: block.data.slice(),
  }
}
