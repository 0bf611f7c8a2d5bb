import type { Bus, FrameBlock, FrameStream } from './frames.ts'
import { addNanoseconds, type Instant } from './instant.ts'
import { RecordingError, type RecordingProblem } from './recording-error.ts'

/** One bus of a recording with what was counted on it. */
export interface BusSummary extends Bus {
  frameCount: number
  /** Different identifiers seen; counting stops at 65,536. */
  idCount: number
}

/** What a recording says of itself, found by one pass with bounded memory. */
export interface RecordingHeader {
  format: string
  /** The format's own version as its users write it: `0x104`, `4.11`. */
  version: string
  /** The zero of the recording's times (MF4: the measurement's start; VSB: its first record). */
  origin: Instant
  /** Time of the first and of the last frame or sample; null when there is none. */
  start: Instant | null
  end: Instant | null
  frameCount: number
  buses: BusSummary[]
  /** Decoded signals and their samples (records), for recordings that hold signals. */
  signalCount: number
  sampleCount: number
  /** False when the logger did not close the file properly; its content is still counted. */
  finalized: boolean
  /** Set when reading stopped early; everything above counts what was read until then. */
  problem?: RecordingProblem
}

const mostIds = 65_536
const extendedBit = 0x01

/** Counts frames and samples of a recording while they stream by. */
export class HeaderTally {
  frameCount = 0
  sampleCount = 0
  signalCount = 0
  #firstNs = Infinity
  #lastNs = -Infinity
  #perBus: { frameCount: number; ids: Set<number> }[] = []

  addBlock(block: FrameBlock): void {
    for (let row = 0; row < block.count; row++) {
      const bus = block.bus[row] ?? 0
      let counts = this.#perBus[bus]
      while (!counts) {
        this.#perBus.push({ frameCount: 0, ids: new Set() })
        counts = this.#perBus[bus]
      }
      counts.frameCount++
      // Standard 0x100 and extended 0x100 are different identifiers.
      const id = (block.id[row] ?? 0) + ((block.flags[row] ?? 0) & extendedBit ? 0x1_0000_0000 : 0)
      if (counts.ids.size < mostIds) counts.ids.add(id)
      this.addTime(block.timeNs[row] ?? 0)
    }
    this.frameCount += block.count
  }

  /** Widens the time span to hold `timeNs`, nanoseconds since the origin; ignores what is no number. */
  addTime(timeNs: number): void {
    if (timeNs < this.#firstNs) this.#firstNs = timeNs
    if (timeNs > this.#lastNs && timeNs !== Infinity) this.#lastNs = timeNs
  }

  /** The counts as the fields of a header. */
  summary(origin: Instant, buses: readonly Bus[]): Omit<RecordingHeader, 'format' | 'version' | 'finalized'> {
    const timed = Number.isFinite(this.#firstNs) && Number.isFinite(this.#lastNs)
    return {
      origin,
      start: timed ? addNanoseconds(origin, this.#firstNs) : null,
      end: timed ? addNanoseconds(origin, this.#lastNs) : null,
      frameCount: this.frameCount,
      buses: buses
        .map((bus, i) => ({ ...bus, frameCount: this.#perBus[i]?.frameCount ?? 0, idCount: this.#perBus[i]?.ids.size ?? 0 }))
        .filter((bus) => bus.frameCount > 0)
        .sort((a, b) => a.kind.localeCompare(b.kind) || a.channel - b.channel),
      signalCount: this.signalCount,
      sampleCount: this.sampleCount,
    }
  }
}

/** Counts all frames of `stream`; gives the problem that ended it early, if any. */
export async function tallyFrames(stream: FrameStream, tally: HeaderTally): Promise<RecordingProblem | undefined> {
  try {
    for await (const block of stream.blocks) tally.addBlock(block)
    return undefined
  } catch (error) {
    if (error instanceof RecordingError) return error.toProblem()
    throw error
  }
}
