import type { ByteSource } from '../byte-source.ts'
import type { AppliedCatalog } from '../catalogs/catalog.ts'
import { FrameDecoder } from '../decode/decoder.ts'
import { messageFinder } from '../decode/message-finder.ts'
import { Reassembler } from '../decode/transport/reassembler.ts'
import { transportedBy } from '../decode/transport/transported.ts'
import { Diagnostics } from '../diagnostics/diagnostics.ts'
import { obdCatalog } from '../diagnostics/obd-catalog.ts'
import type { Attachment, Format } from '../formats/format.ts'
import type { FrameBlock, FrameStream } from '../frames.ts'
import type { TroubleCode, VehicleFact } from '../diagnostics/trouble-code.ts'
import type { RecordingHeader } from '../header.ts'
import { Locations, type Location } from '../locations/locations.ts'
import type { LocationNames } from '../locations/signal-names.ts'
import { addNanoseconds } from '../instant.ts'
import type { Instant } from '../instant.ts'
import type { RecordingProblem } from '../recording-error.ts'
import { RecordingError } from '../recording-error.ts'
import type { SampleBlock, SignalGroup } from '../signals.ts'
import { IdTally, type IdSummary } from './id-tally.ts'
import { SignalOutput, type StoreOutcome, type StoreOutput } from './signal-output.ts'

/** More than any logger attaches. */
const mostAttachments = 1000

interface Surroundings {
  /** The catalogs that hold for a recording of this time, the first one first. */
  readonly catalogsAt: (origin: Instant) => Promise<readonly AppliedCatalog[]>
  /** Which signals say where the vehicle was; the usual ones when absent. */
  readonly locationNames?: LocationNames
  /** Where its signal store goes. */
  readonly output: StoreOutput
}

/** What a recording says of itself. */
export type ReadHeader = Omit<RecordingHeader, 'finalized'>

/** All that one pass over a recording found; times are nanoseconds since the header's origin. */
export interface ReadRecording {
  readonly header: ReadHeader
  readonly ids: readonly IdSummary[]
  readonly attachments: readonly Omit<Attachment, 'read'>[]
  readonly store: StoreOutcome
  readonly locations: readonly Location[]
  readonly troubleCodes: readonly TroubleCode[]
  readonly facts: readonly VehicleFact[]
  /** What could not be kept, a sentence each. */
  readonly notes: readonly string[]
}

/**
 * Reads a recording once, from its beginning to its end, and finds all that there is to know of it. What was read before a
 * fault in the file counts; the fault is the header's `problem`.
 * @throws RecordingError when not even the beginning can be read
 */
export async function readRecording(format: Format, source: ByteSource, around: Surroundings): Promise<ReadRecording> {
  const stream = await format.readFrames(source, { order: 'time', reuse: true })
  const pass = new Pass(stream, await around.catalogsAt(stream.origin), around)
  await pass.readFrames()
  await pass.readSignals(format, source)
  const attachments = await pass.readAttachments(format, source)
  return { ...(await pass.end(format)), attachments }
}

class Pass {
  readonly #stream: FrameStream
  readonly #decoder: FrameDecoder
  readonly #ids = new IdTally()
  /** Those decoded from frames, then those that the file holds decoded. */
  readonly #groups: SignalGroup[] = []
  readonly #signals: SignalOutput
  readonly #locations: Locations
  readonly #diagnostics: Diagnostics
  readonly #reassembler: Reassembler
  #problem: RecordingProblem | undefined
  /** Of the signals that the file holds decoded. */
  #signalCount = 0
  #sampleCount = 0
  #firstNs = Infinity
  #lastNs = -Infinity

  constructor(stream: FrameStream, known: readonly AppliedCatalog[], { output, locationNames }: Surroundings) {
    this.#stream = stream
    const { origin, buses } = stream
    const catalogs = [...known, { catalog: obdCatalog }]
    this.#decoder = new FrameDecoder(catalogs, buses)
    this.#reassembler = new Reassembler(buses, transportedBy(messageFinder(catalogs)))
    this.#diagnostics = new Diagnostics(buses)
    this.#locations = new Locations(this.#groups, locationNames)
    this.#signals = new SignalOutput(output, origin, buses)
  }

  async readFrames(): Promise<void> {
    await this.#untilFault(async () => {
      for await (const block of this.#stream.blocks) {
        this.#ids.add(block)
        await this.#decode(block)
        const whole = this.#reassembler.add(block)
        if (whole !== null) await this.#decode(whole)
      }
    })
  }

  async #decode(block: FrameBlock): Promise<void> {
    this.#diagnostics.add(block)
    const decoded = this.#decoder.decode(block)
    this.#groups.push(...this.#decoder.groups.slice(this.#groups.length))
    this.#locations.add(decoded)
    for (const samples of decoded) await this.#signals.add(this.#groups, samples)
  }

  /** Signals that the file holds decoded come after those decoded from its frames. */
  async readSignals(format: Format, source: ByteSource): Promise<void> {
    if (format.readSignals === undefined) return
    const before = this.#groups.length
    await this.#untilFault(async () => {
      const stream = await format.readSignals?.(source)
      if (stream === undefined) return
      for await (const block of stream.blocks) {
        for (const group of stream.groups.slice(this.#groups.length - before)) {
          this.#groups.push(group)
          this.#signalCount += group.signals.length
        }
        this.#count(block)
        const samples = { ...block, group: before + block.group }
        this.#locations.add([samples])
        await this.#signals.add(this.#groups, samples)
      }
    })
  }

  async readAttachments(format: Format, source: ByteSource): Promise<Omit<Attachment, 'read'>[]> {
    let found: Omit<Attachment, 'read'>[] = []
    await this.#untilFault(async () => {
      const attachments = (await format.readAttachments?.(source)) ?? []
      found = attachments
        .slice(0, mostAttachments)
        .map(({ fileName, mimeType, comment, size }) => ({ fileName, mimeType, comment, size }))
    })
    return found
  }

  async end(format: Format): Promise<Omit<ReadRecording, 'attachments'>> {
    return {
      header: this.#header(format),
      ids: this.#ids.result(this.#stream.buses),
      store: await this.#signals.end(),
      locations: this.#locations.found,
      troubleCodes: this.#diagnostics.troubleCodes,
      facts: this.#diagnostics.facts,
      notes: this.#ids.isFull ? ['There are more different identifiers than are listed'] : [],
    }
  }

  #header(format: Format): ReadHeader {
    const { origin, buses, version = '' } = this.#stream
    const first = Math.min(this.#ids.firstNs, this.#firstNs)
    const last = Math.max(this.#ids.lastNs, this.#lastNs)
    const timed = Number.isFinite(first) && Number.isFinite(last)
    return {
      format: format.id,
      version,
      origin,
      start: timed ? addNanoseconds(origin, first) : null,
      end: timed ? addNanoseconds(origin, last) : null,
      frameCount: this.#ids.frameCount,
      buses: this.#ids.summaries(buses),
      signalCount: this.#signalCount,
      sampleCount: this.#sampleCount,
      ...(this.#problem && { problem: this.#problem }),
    }
  }

  #count({ count, timeNs }: SampleBlock): void {
    this.#sampleCount += count
    for (let row = 0; row < count; row++) {
      const time = timeNs[row] ?? NaN
      if (time < this.#firstNs) this.#firstNs = time
      if (time > this.#lastNs && time !== Infinity) this.#lastNs = time
    }
  }

  /** The first fault is the one that is told. */
  async #untilFault(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error
      this.#problem ??= error.toProblem()
    }
  }
}
