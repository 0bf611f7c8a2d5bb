/** The queue in front of the gate is full: the work was not begun. */
export class GateFull extends Error {
  override readonly name = 'GateFull'
}

interface Waiting {
  begin(): void
}

export interface GateLimits {
  /** Pieces of work that run at the same time. */
  readonly running: number
  /** Pieces of work that may wait, in each lane. */
  readonly waiting: number
}

/** `first` passes before all of `last`. */
export type Lane = 'first' | 'last'

/**
 * Lets a bounded number of expensive pieces of work run, a bounded number wait, and refuses the rest, so that
 * a flood costs the flooder an error and nobody else the server.
 */
export class WorkGate {
  readonly #limits: GateLimits
  readonly #waiting: Record<Lane, Waiting[]> = { first: [], last: [] }
  #running = 0

  constructor(limits: GateLimits) {
    this.#limits = limits
  }

  /** @throws GateFull when the lane is full */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.running) await this.#wait(lane)
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.first.shift() ?? this.#waiting.last.shift()
      // the place is handed on, not given free, so that nobody can slip in between
      if (next) next.begin()
      else this.#running -= 1
    }
  }

  #wait(lane: Lane): Promise<void> {
    const queue = this.#waiting[lane]
    if (queue.length >= this.#limits.waiting) throw new GateFull('Too much work is waiting')
    return new Promise((begin) => queue.push({ begin }))
  }
}
