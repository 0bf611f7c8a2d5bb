import type { BoxEvent } from './sandbox.ts'

/** Events that wait for their reader; a script that says more has to wait. */
const enough = 1_000

/** Events from a box to its one reader. */
export class EventQueue implements AsyncIterable<BoxEvent> {
  #events: BoxEvent[] = []
  #ended = false
  /** The reader has left, or nobody may wait for it any more. */
  #unbounded = false
  #dropping = false
  #wakeReader: (() => void) | undefined
  #wakeWriter: (() => void) | undefined

  push(event: BoxEvent): void {
    if (this.#dropping || (this.#unbounded && this.#events.length >= 10 * enough)) return
    this.#events.push(event)
    this.#wakeReader?.()
  }

  /** Resolves when the reader has taken enough. */
  async room(): Promise<void> {
    while (this.#events.length >= enough && !this.#unbounded)
      await new Promise<void>((resolve) => {
        this.#wakeWriter = resolve
      })
  }

  /** From now on nobody waits for the reader; what is far too much is dropped. */
  hurry(): void {
    this.#unbounded = true
    this.#wakeWriter?.()
  }

  end(): void {
    this.#ended = true
    this.#wakeReader?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BoxEvent> {
    try {
      while (true) {
        const events = this.#events
        this.#events = []
        this.#wakeWriter?.()
        yield* events
        if (this.#events.length > 0) continue
        if (this.#ended) return
        await new Promise<void>((resolve) => {
          this.#wakeReader = resolve
        })
      }
    } finally {
      this.#dropping = true
      this.#events = []
      this.hurry()
    }
  }
}
