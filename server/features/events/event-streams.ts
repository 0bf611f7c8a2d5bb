import { mostStreams } from '#contract/events.ts'
import { Problem } from '#server/http/problem.ts'
import type { Change } from './change-feed.ts'
import type { Listener } from './event-stream.ts'
import { EventStream } from './event-stream.ts'

/** How often a silent stream says that it lives, and its session is looked at again, milliseconds. */
const beatMs = 15_000

interface Held {
  readonly stream: EventStream
  /** False when the session behind the stream has ended. */
  readonly isValid: () => Promise<boolean>
}

/** The open streams of this process. */
export class EventStreams {
  readonly #held = new Set<Held>()
  readonly #beat: NodeJS.Timeout
  #stopped = false

  constructor() {
    this.#beat = setInterval(() => this.#beatAll(), beatMs)
  }

  get size(): number {
    return this.#held.size
  }

  /** @throws Problem `too-many-streams` when the user holds as many as are allowed */
  open(listener: Listener, isValid: () => Promise<boolean>): EventStream {
    const own = [...this.#held].filter(({ stream }) => stream.listener.userId === listener.userId)
    if (own.length >= mostStreams) throw new Problem('too-many-streams', { most: mostStreams })
    if (this.#stopped) throw new Problem('unavailable')
    const stream = new EventStream(listener)
    const held = { stream, isValid }
    this.#held.add(held)
    stream.bytes.once('close', () => this.#held.delete(held))
    return stream
  }

  tell(change: Change): void {
    for (const { stream } of this.#held) stream.tell(change)
  }

  gap(): void {
    for (const { stream } of this.#held) stream.gap()
  }

  /** Ends every stream: the server closes only when no answer is open. */
  stop(): void {
    this.#stopped = true
    clearInterval(this.#beat)
    for (const { stream } of this.#held) stream.end()
  }

  #beatAll(): void {
    for (const held of this.#held)
      held.isValid().then(
        (valid) => (valid ? held.stream.beat() : held.stream.end()),
        // nobody can say; the next beat asks again
        () => held.stream.beat(),
      )
  }
}
