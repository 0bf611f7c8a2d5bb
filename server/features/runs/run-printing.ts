import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import type { Claim } from '#server/queue/job-handler.ts'
import { holdClaim } from '#server/queue/job-states.ts'
import type { Box, BoxEvent } from '#server/sandbox/sandbox.ts'
import { RunLog } from './run-log.ts'
import { addLines, putProgress } from './run-store.ts'

/** Lines and progress are told this often, milliseconds; the first at once. */
const pause = 200

interface Given {
  readonly database: Kysely<Database>
  readonly claim: Claim
  readonly runId: number
  /** The job is somebody else's now: nothing is told any more. */
  readonly onLost: () => void
}

/** Brings what a box prints to the run's log while it runs, in batches, and only as long as the job is ours. */
export class RunPrinting {
  readonly log = new RunLog()
  readonly #given: Given
  #progress: number | null = null
  #told: number | null = null
  #writing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #fault: unknown

  constructor(given: Given) {
    this.#given = given
  }

  /** Until the box has ended. */
  async follow({ events }: Pick<Box, 'events'>): Promise<void> {
    let first = true
    for await (const event of events) {
      this.#take(event)
      if (first) this.#write()
      else this.#timer ??= setTimeout(() => this.#write(), pause)
      first = false
    }
  }

  /** Everything is in the log now. @throws what writing met: the run is tried again */
  async end(): Promise<void> {
    this.#write(true)
    await this.#writing
    if (this.#fault !== undefined) throw this.#fault
  }

  #take(event: BoxEvent): void {
    switch (event.kind) {
      case 'line':
        return this.log.add(event.stream, event.text, new Date())
      case 'skipped':
        return this.log.skip(event.lines)
      case 'progress':
        this.#progress = Math.min(100, Math.max(0, event.percent))
        return
      default:
        return event satisfies never
    }
  }

  #write(last = false): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing
      .then(() => this.#put(last))
      .catch((error: unknown) => {
        this.#fault = error
      })
  }

  async #put(last: boolean): Promise<void> {
    const { database, claim, runId, onLost } = this.#given
    const lines = last ? [...this.log.take(), ...this.log.takeLast()] : this.log.take()
    const progress = this.#progress
    if (lines.length === 0 && progress === this.#told) return
    const held = await database.transaction().execute(async (transaction) => {
      if (!(await holdClaim(transaction, claim))) return false
      await addLines(transaction, runId, lines)
      if (progress !== this.#told || last) await putProgress(transaction, runId, { progress, cut: this.log.cut })
      return true
    })
    this.#told = progress
    if (!held) onLost()
  }
}
