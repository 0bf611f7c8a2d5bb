import { endOf, readEnding } from './box-end.ts'
import type { ToldEnding } from './box-end.ts'
import type { Frame } from './box-frames.ts'
import { FrameReader } from './box-frames.ts'
import { EventQueue } from './event-queue.ts'
import type { LaunchedBox } from './launcher.ts'
import { LineSplitter } from './line-splitter.ts'
import { PrintingPace } from './printing-pace.ts'
import { ResultSpool } from './result-spool.ts'
import type { Box, BoxEnd, BoxEvent, BoxFile, BoxLimits, BoxOrder } from './sandbox.ts'
import { SandboxError } from './sandbox.ts'

/** After these the box is ended whatever its first process does; it asks the script to end first, for 2 s. */
const patienceMs = 3_500
/** For handing out the results. */
const collectingMs = 120_000
/** What a box may send without end, as long as its script works. */
const printingKinds: ReadonlySet<string> = new Set(['O', 'E', 'L', 'P'])

/** A box from its launch to its removal: waiting for its order, at work, ended. */
export class RunningBox implements Box {
  readonly events: AsyncIterable<BoxEvent>
  readonly ended: Promise<BoxEnd>
  /** When the environment is loaded. @throws SandboxError when the box ended before */
  readonly ready: Promise<void>
  readonly #launched: LaunchedBox
  readonly #queue = new EventQueue()
  readonly #spool: ResultSpool
  readonly #lines = { out: new LineSplitter(), err: new LineSplitter() }
  readonly #pace = new PrintingPace()
  readonly #limits: BoxLimits
  readonly #isReady = Promise.withResolvers<void>()
  #startedAt = performance.now()
  #endedAt: number | undefined
  #told: ToldEnding | null = null
  #killed: 'canceled' | 'time' | null = null
  #problem = ''
  #timer: NodeJS.Timeout | undefined

  constructor(launched: LaunchedBox, limits: BoxLimits) {
    this.#launched = launched
    this.#limits = limits
    this.#spool = new ResultSpool(launched.folder.results, limits)
    this.events = this.#queue
    this.ready = this.#isReady.promise
    this.ready.catch(() => undefined)
    // a box that ended takes no more orders; its end says so
    launched.input.on('error', () => undefined)
    this.ended = this.#live()
  }

  /** Boxes at work that it would share its processors with. */
  get company(): number {
    return this.#launched.company()
  }

  /** Gives the box its one order. @throws SandboxError when it cannot have what it is to see */
  async order(order: BoxOrder): Promise<void> {
    await Promise.all([this.#launched.folder.fill(order), this.#launched.begin()])
    this.#startedAt = performance.now()
    this.#timer = setTimeout(() => this.kill('time'), this.#limits.seconds * 1_000)
    this.#launched.input.write(`${JSON.stringify({ order: { configPath: order.configPath } })}\n`)
  }

  kill(why: 'canceled' | 'time'): void {
    if (this.#killed !== null) return
    this.#killed = why
    this.#queue.hurry()
    clearTimeout(this.#timer)
    if (this.#told !== null) return this.#forceEnd()
    this.#timer = setTimeout(() => this.#forceEnd(), patienceMs)
    this.#launched.input.write('kill\n')
  }

  async *results(onRefused: (name: string, reason: string) => void): AsyncGenerator<BoxFile> {
    await this.ended
    for (const { name, reason } of this.#spool.refused) onRefused(name, reason)
    yield* this.#spool.files
  }

  async dispose(): Promise<void> {
    this.#forceEnd()
    await this.ended
    await this.#launched.remove()
  }

  #forceEnd(): void {
    this.#pace.hurry()
    this.#launched.forceEnd()
  }

  async #live(): Promise<BoxEnd> {
    try {
      await this.#readAll()
    } catch (error) {
      // What comes from a box proves nothing: one that does not keep to the rules is ended.
      this.#problem = `The box was ended: ${error instanceof Error ? error.message : String(error)}.`
      this.#told = null
      this.#forceEnd()
      this.#launched.output.resume()
    }
    const said = await this.#launched.ended
    clearTimeout(this.#timer)
    await this.#spool.close()
    this.#isReady.reject(new SandboxError(`The sandbox could not start a box. ${this.#problem || said}`.trim()))
    this.#queue.end()
    const reached = await this.#launched.limitsReached()
    return {
      ...endOf({ told: this.#told, killed: this.#killed, reached, problem: this.#problem || said }),
      peakMemoryBytes: this.#told?.peak ?? null,
      durationMs: (this.#endedAt ?? performance.now()) - this.#startedAt,
    }
  }

  async #readAll(): Promise<void> {
    const frames = new FrameReader()
    for await (const chunk of this.#launched.output) {
      for (const frame of frames.read(chunk)) {
        if (printingKinds.has(frame.kind)) await this.#pace.take(frame.bytes)
        await this.#take(frame)
      }
      await this.#queue.room()
    }
  }

  async #take({ kind, bytes }: Frame): Promise<void> {
    switch (kind) {
      case 'R':
        return this.#isReady.resolve()
      case 'O':
        return this.#tell('out', this.#lines.out.add(bytes))
      case 'E':
        return this.#tell('err', this.#lines.err.add(bytes))
      case 'L':
        return this.#skip(Number(bytes.toString()))
      case 'P': {
        const percent = Number(bytes.toString())
        if (percent >= 0 && percent <= 100) this.#queue.push({ kind: 'progress', percent })
        return
      }
      case 'Z':
        return this.#scriptEnded(readEnding(bytes))
      case 'F':
        return await this.#spool.begin(bytes)
      case 'D':
        return await this.#spool.add(bytes)
      case 'G':
        return await this.#spool.finish()
      case 'X':
        return this.#spool.refuse(bytes)
      case 'Q':
        return
      default:
        throw new Error(`the box sent a message of an unknown kind`)
    }
  }

  #tell(stream: 'out' | 'err', lines: Iterable<string>): void {
    for (const text of lines) this.#queue.push({ kind: 'line', stream, text })
  }

  /** Lines that were begun before the gap do not go on after it. */
  #skip(lines: number): void {
    if (!Number.isSafeInteger(lines) || lines <= 0) throw new Error('the box left out a strange number of lines')
    let begun = 0
    for (const stream of ['out', 'err'] as const)
      for (const text of this.#lines[stream].end()) {
        this.#tell(stream, [text])
        begun += 1
      }
    if (lines > begun) this.#queue.push({ kind: 'skipped', lines: lines - begun })
  }

  #scriptEnded(told: ToldEnding): void {
    this.#told = told
    this.#endedAt = performance.now()
    this.#tell('out', this.#lines.out.end())
    this.#tell('err', this.#lines.err.end())
    clearTimeout(this.#timer)
    // whoever cancels wants no results
    if (this.#killed === 'canceled') return this.#forceEnd()
    this.#timer = setTimeout(() => {
      this.#problem = `The results were not handed out within ${collectingMs / 1_000} s.`
      this.#forceEnd()
    }, collectingMs)
  }
}
