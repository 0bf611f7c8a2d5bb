import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { changeEvent } from '#contract/events.ts'

/** A change as the database tells it; `userId` null: everybody of the organization. */
const change = changeEvent.extend({ organizationId: z.int(), userId: z.int().nullable() })
export type Change = z.infer<typeof change>

/** Pause before a broken connection is made anew, milliseconds. */
const pause = 1000

interface Options {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly onChange: (change: Change) => void
  /** Changes may have been missed: the connection was away. */
  readonly onGap: () => void
}

/** Hears the database's notifications of changes (migration 0014) on a connection of its own, and connects again for ever. */
export class ChangeFeed {
  readonly #options: Options
  #client: pg.PoolClient | undefined
  #again: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: Options) {
    this.#options = options
  }

  /** @throws when the database cannot be reached now */
  async start(): Promise<void> {
    const client = await this.#options.pool.connect()
    if (this.#stopped) return client.release(true)
    this.#client = client
    client.on('notification', ({ payload }) => this.#hear(payload))
    client.once('error', () => this.#lost(client))
    client.once('end', () => this.#lost(client))
    await client.query('LISTEN loggerhead_change').catch((error: unknown) => {
      this.#lost(client)
      throw error
    })
  }

  /** Gives the connection back; safe to repeat. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#again)
    const client = this.#client
    this.#client = undefined
    // the connection still listens: nobody else should get it
    client?.release(true)
  }

  #hear(payload: string | undefined): void {
    const { success, data } = change.safeParse(JSON.parse(payload ?? 'null'))
    if (success) this.#options.onChange(data)
    else this.#options.log.error({ payload }, 'a change that nobody understands was told')
  }

  #lost(client: pg.PoolClient): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.release(true)
    this.#connectAgain()
  }

  #connectAgain(): void {
    if (this.#stopped) return
    this.#again = setTimeout(() => {
      this.start().then(
        () => this.#options.onGap(),
        (error: unknown) => {
          this.#options.log.warn({ err: error }, 'changes cannot be heard without the database; trying again')
          if (this.#client === undefined) this.#connectAgain()
        },
      )
    }, pause)
  }
}
