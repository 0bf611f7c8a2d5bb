import { Problem } from '#server/http/problem.ts'

/** Readers at the same time: the server's own work comes first. */
const most = 2
const mostWaiting = 16

/** Lets a few readers of databases run at the same time; the others wait their turn. */
export class ReaderGate {
  #running = 0
  readonly #waiting: Array<() => void> = []

  /** @throws Problem `database-busy` when too many wait already */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= most) {
      if (this.#waiting.length >= mostWaiting) throw new Problem('database-busy')
      // whoever ends hands its place over
      await new Promise<void>((go) => this.#waiting.push(go))
    } else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
