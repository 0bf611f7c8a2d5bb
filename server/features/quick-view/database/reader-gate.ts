import { Problem } from '#server/http/problem.ts'

/** How many readers may run, and how many questions may wait, for one user, for an organization, and in all. */
export interface GateLimits {
  readonly running: { readonly user: number; readonly organization: number; readonly all: number }
  readonly waiting: { readonly user: number; readonly organization: number; readonly all: number }
}

/** A place is always left for the next user of an organization, and for the next organization. */
export const usualGateLimits: GateLimits = {
  running: { user: 2, organization: 3, all: 4 },
  waiting: { user: 12, organization: 48, all: 192 },
}

/** Whose reader it is. */
export interface Reader {
  readonly userId: number
  readonly organizationId: number
}

interface Waiting {
  readonly reader: Reader
  readonly go: () => void
}

/** When somebody's last reader began; whoever never had one comes first. */
type Turns = Map<number, number>

/**
 * Lets a few readers of databases run at the same time; the others wait. A free place goes to the organization that has
 * had none for the longest time, in it to such a user, and of that user to the question that came first: many questions
 * of one delay nobody else's by more than the readers that run already.
 */
export class ReaderGate {
  readonly #limits: GateLimits
  readonly #running: Reader[] = []
  readonly #waiting: Waiting[] = []
  readonly #organizationTurns: Turns = new Map()
  readonly #userTurns: Turns = new Map()
  #turn = 0

  constructor(limits = usualGateLimits) {
    this.#limits = limits
  }

  /** @throws Problem `database-questions` when this user has too many waiting, `database-busy` when others have */
  async pass<T>(reader: Reader, work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = { reader, go: resolve }
    if (this.#mayRun(reader)) this.#start(waiting)
    else {
      this.#refuseTooMany(reader)
      this.#waiting.push(waiting)
    }
    await promise
    try {
      return await work()
    } finally {
      this.#running.splice(this.#running.indexOf(reader), 1)
      this.#startNext()
    }
  }

  #mayRun(reader: Reader): boolean {
    const { user, organization, all } = this.#limits.running
    const [ofUser, ofOrganization] = counts(this.#running, reader)
    return this.#running.length < all && ofOrganization < organization && ofUser < user
  }

  #refuseTooMany(reader: Reader): void {
    const { user, organization, all } = this.#limits.waiting
    const [ofUser, ofOrganization] = counts(
      this.#waiting.map((one) => one.reader),
      reader,
    )
    if (ofUser >= user) throw new Problem('database-questions', { most: user })
    if (ofOrganization >= organization || this.#waiting.length >= all) throw new Problem('database-busy')
  }

  #startNext(): void {
    let next: Waiting | undefined
    for (const one of this.#waiting)
      if (this.#mayRun(one.reader) && (next === undefined || this.#isBefore(one.reader, next.reader))) next = one
    if (next !== undefined) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#start(next)
    } else if (this.#running.length === 0) {
      // nobody runs or waits: what came before is of no importance any more
      this.#organizationTurns.clear()
      this.#userTurns.clear()
    }
  }

  #isBefore(one: Reader, other: Reader): boolean {
    const of = (turns: Turns, id: number): number => turns.get(id) ?? 0
    const organizations = of(this.#organizationTurns, one.organizationId) - of(this.#organizationTurns, other.organizationId)
    return organizations < 0 || (organizations === 0 && of(this.#userTurns, one.userId) < of(this.#userTurns, other.userId))
  }

  #start({ reader, go }: Waiting): void {
    this.#running.push(reader)
    this.#turn++
    this.#organizationTurns.set(reader.organizationId, this.#turn)
    this.#userTurns.set(reader.userId, this.#turn)
    go()
  }
}

function counts(readers: readonly Reader[], { userId, organizationId }: Reader): [ofUser: number, ofOrganization: number] {
  let ofUser = 0
  let ofOrganization = 0
  for (const one of readers) {
    if (one.userId === userId) ofUser++
    if (one.organizationId === organizationId) ofOrganization++
  }
  return [ofUser, ofOrganization]
}
