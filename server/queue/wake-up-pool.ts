import type pg from 'pg'
import type { Logger } from 'pino'

/** What graphile-worker calls the statements with which it puts away a wake-up that was followed. */
const puttingAway = /^(complete|fail)_jobs?(_q)?\//
/**
 * After these it would try again by itself, after up to two minutes: https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const slowlyTriedAgain = new Set<unknown>(['57P03', 'EHOSTUNREACH', 'ETIMEDOUT'])

/**
 * A pool's connections as graphile-worker bears them, which expects more of a database than that it may break at any time:
 *
 * - Nobody waits for the statements that put a wake-up away: if one failed, Node would end the whole server for an unhandled
 *   rejection. Here they fail with a line in the log: the wake-up stays locked, which does no harm, as the job's own row says
 *   what has become of it.
 * - After some errors it pauses ever longer. Here they are like others, after which it looks again with its next poll.
 */
export function forgivingPool(pool: pg.Pool, log: Logger): pg.Pool {
  const connect = (told?: Parameters<pg.Pool['connect']>[0]): unknown =>
    told === undefined ? Promise.resolve(new LateClient(pool, log)) : pool.connect(told)
  return Object.create(pool, { connect: { value: connect } }) as pg.Pool
}

/** Connects with its first query: that there is no connection is that query's error then. */
class LateClient {
  readonly #pool: pg.Pool
  readonly #log: Logger
  #client: Promise<pg.PoolClient> | undefined

  constructor(pool: pg.Pool, log: Logger) {
    this.#pool = pool
    this.#log = log
  }

  async query(question: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    try {
      const client = await (this.#client ??= this.#pool.connect())
      return await client.query(question, values)
    } catch (error) {
      if (typeof question === 'object' && puttingAway.test(question.name ?? '')) {
        this.#log.warn({ part: 'queue', err: error }, 'a wake-up was followed but could not be put away')
        return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] }
      }
      if (error instanceof Error && 'code' in error && slowlyTriedAgain.has(error.code))
        throw new Error(error.message, { cause: error })
      throw error
    }
  }

  async release(): Promise<void> {
    const client = await this.#client?.catch(() => undefined) // the query has told it
    client?.release()
  }
}
