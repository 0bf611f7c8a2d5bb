import { Problem } from '#server/http/problem.ts'

/** The right of one request to change one upload. */
export interface Lease {
  /** Fires when somebody else should have the upload: store what has arrived, then release. */
  readonly yieldNow: AbortSignal
  /** Says that the request is alive: bytes arrived. */
  alive(): void
  /** The server's own work counts as life: nobody takes an upload over because the disk is slow. */
  whileAlive<T>(step: () => Promise<T>): Promise<T>
  release(): void
}

interface Holder {
  readonly controller: AbortController
  readonly released: Promise<void>
  aliveAt: number
}

export interface LockTimes {
  /** A holder from which nothing came for so long, ms, is taken for dead once another request wants the upload. */
  readonly takeOverAfterMs: number
  /** A request waits so long, ms, for a holder that is alive, then gets 423. */
  readonly waitMs: number
}

/**
 * One request at a time per upload, within this process. A logger that lost its network comes back while its old
 * connection still looks open: the newer request wins as soon as the older one has been silent for a moment.
 */
export class UploadLocks {
  readonly #holders = new Map<string, Holder>()
  readonly #times: LockTimes

  constructor(times: LockTimes) {
    this.#times = times
  }

  isHeld(id: string): boolean {
    return this.#holders.has(id)
  }

  /** @throws Problem 423 when the holder stays alive for too long */
  async acquire(id: string): Promise<Lease> {
    const deadline = performance.now() + this.#times.waitMs
    for (;;) {
      const holder = this.#holders.get(id)
      if (holder === undefined) return this.#hold(id)
      const now = performance.now()
      if (now >= deadline) throw new Problem('upload-locked', {}, { headers: { 'Retry-After': '1' } })
      const silentAt = holder.aliveAt + this.#times.takeOverAfterMs
      if (now >= silentAt) holder.controller.abort()
      await settled(holder.released, Math.max(1, Math.min(deadline, now >= silentAt ? deadline : silentAt) - now))
    }
  }

  /** Asks all holders to store what has arrived, and waits until they have. */
  async endAll(): Promise<void> {
    const holders = [...this.#holders.values()]
    for (const holder of holders) holder.controller.abort()
    await Promise.all(holders.map((holder) => holder.released))
  }

  #hold(id: string): Lease {
    const { promise, resolve } = Promise.withResolvers<void>()
    const holder: Holder = { controller: new AbortController(), released: promise, aliveAt: performance.now() }
    this.#holders.set(id, holder)
    function alive(): void {
      holder.aliveAt = performance.now()
    }
    return {
      yieldNow: holder.controller.signal,
      alive,
      async whileAlive(step) {
        alive()
        const timer = setInterval(alive, 200)
        try {
          return await step()
        } finally {
          clearInterval(timer)
        }
      },
      release: () => {
        if (this.#holders.get(id) === holder) this.#holders.delete(id)
        resolve()
      },
    }
  }
}

/** Waits for the promise, at most `ms`. */
async function settled(promise: Promise<void>, ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, late])
  clearTimeout(timer)
}
