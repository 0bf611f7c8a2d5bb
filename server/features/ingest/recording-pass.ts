import type { RecordedAttachment } from '#contract/recordings.ts'
import type { ByteSource } from '#recording/byte-source.ts'
import type { AppliedCatalog } from '#recording/catalogs/catalog.ts'
import { FrameDecoder } from '#recording/decode/decoder.ts'
import { obdCatalog } from '#recording/diagnostics/obd-catalog.ts'
import type { Format } from '#recording/formats/format.ts'
import type { FrameStream } from '#recording/frames.ts'
import { addNanoseconds } from '#recording/instant.ts'
import type { Instant } from '#recording/instant.ts'
import type { RecordingProblem } from '#recording/recording-error.ts'
import { RecordingError } from '#recording/recording-error.ts'
import type { SampleBlock, SignalGroup } from '#recording/signals.ts'
import { IdTally } from './id-tally.ts'
import type { MakeObserver, Observed, Observer } from './observers.ts'
import { SignalOutput } from './signal-output.ts'
import type { StoreOutput } from './store-output.ts'
import type { SeenHeader, SeenRecording } from './thread-messages.ts'

/** More than any logger attaches. */
const mostAttachments = 1000

interface Surroundings {
  /** The catalogs that hold for a recording of this time. */
  readonly catalogsAt: (origin: Instant) => Promise<readonly AppliedCatalog[]>
  readonly output: StoreOutput
  readonly observers: readonly MakeObserver[]
}

/**
 * Reads a recording once, from its beginning to its end, and finds all that the archive keeps of it. What was read before a
 * fault in the file counts; the fault is the header's `problem`.
 * @throws RecordingError when not even the beginning can be read
 */
export async function readRecording(format: Format, source: ByteSource, around: Surroundings): Promise<SeenRecording> {
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
  readonly #observers: readonly Observer[]
  readonly #notes: string[] = []
  #problem: RecordingProblem | undefined
  /** Of the signals that the file holds decoded. */
  #signalCount = 0
  #sampleCount = 0
  #firstNs = Infinity
  #lastNs = -Infinity

  constructor(stream: FrameStream, catalogs: readonly AppliedCatalog[], { output, observers }: Surroundings) {
    this.#stream = stream
    this.#decoder = new FrameDecoder([...catalogs, { catalog: obdCatalog }], stream.buses)
    this.#signals = new SignalOutput(output, stream.origin, stream.buses)
    const { origin, buses } = stream
    this.#observers = observers.map((make) => make({ origin, buses, groups: this.#groups }))
  }

  async readFrames(): Promise<void> {
    const decoder = this.#decoder
    await this.#untilFault(async () => {
      for await (const block of this.#stream.blocks) {
        this.#ids.add(block)
        for (const observer of this.#observers) observer.frames?.(block)
        const decoded = decoder.decode(block)
        this.#groups.push(...decoder.groups.slice(this.#groups.length))
        for (const samples of decoded) await this.#take(samples)
      }
    })
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
        await this.#take({ ...block, group: before + block.group })
      }
    })
  }

  async readAttachments(format: Format, source: ByteSource): Promise<RecordedAttachment[]> {
    let found: RecordedAttachment[] = []
    await this.#untilFault(async () => {
      const attachments = (await format.readAttachments?.(source)) ?? []
      found = attachments
        .slice(0, mostAttachments)
        .map(({ fileName, mimeType, comment, size }) => ({ fileName, mimeType, comment, size }))
    })
    return found
  }

  async end(format: Format): Promise<Omit<SeenRecording, 'attachments'>> {
    const store = await this.#signals.end()
    const observed: Observed = { locations: [], troubleCodes: [], notes: this.#notes }
    for (const observer of this.#observers) observer.end(observed)
    if (this.#ids.isFull) observed.notes.push('There are more different identifiers than are listed')
    return { kind: 'recording', header: this.#header(format), ids: this.#ids.result(this.#stream.buses), store, observed }
  }

  #header(format: Format): SeenHeader {
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

  async #take(samples: SampleBlock): Promise<void> {
    for (const observer of this.#observers) observer.samples?.(samples)
    await this.#signals.add(this.#groups, samples)
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
