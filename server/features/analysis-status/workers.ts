import { sql } from 'kysely'
import type { Platform } from '#server/platform.ts'
import type { Repeated } from '#server/repeat.ts'
import { repeat } from '#server/repeat.ts'
import type { AnalysisStanding } from './standing.ts'
import { analysisStanding } from './standing.ts'

/** A worker tells how it stands when that changes, which it looks at so often, */
const changeMs = 1_000
/** and otherwise so often; one that has not been heard of for four times as long is gone. */
const tellingMs = 15_000
const goneSeconds = (4 * tellingMs) / 1_000
/** The web's picture of its workers is at most so old. */
const lookingMs = 5_000

const unheard =
  'No process that runs analyses has been heard of for a minute: start one with "worker" among its LOGGERHEAD_ROLES, and look at its log.'

type Needed = Pick<Platform, 'database' | 'log'>

/**
 * Tells processes that run no analyses themselves how this one stands, from now on.
 * @param owner this process, as it owns its jobs
 * @param standing always what it is now
 * @returns takes it back
 */
export function tellStanding({ database, log }: Needed, owner: string, standing: AnalysisStanding): () => Promise<void> {
  let last = { text: '', at: 0 }
  const tell = repeat({ everyMs: changeMs, log, failed: 'how analyses stand could not be told' }, async () => {
    const text = JSON.stringify(standing)
    if (text === last.text && performance.now() - last.at < tellingMs) return
    const values = { standing: text, heard_at: sql<Date>`now()` }
    await database
      .insertInto('analysis_worker')
      .values({ owner, ...values })
      .onConflict((conflict) => conflict.column('owner').doUpdateSet(values))
      .execute()
    last = { text, at: performance.now() }
    // of workers that were killed
    await database
      .deleteFrom('analysis_worker')
      .where('heard_at', '<', sql<Date>`now() - interval '1 day'`)
      .execute()
  })
  return async () => {
    await tell.stop()
    await database.deleteFrom('analysis_worker').where('owner', '=', owner).execute()
  }
}

/** What this process knows of the workers that run analyses. */
export class HeardWorkers {
  #standing: AnalysisStanding
  readonly #nobody: AnalysisStanding
  readonly #looking: Repeated

  /** @param limits of this process's settings, told while no worker is heard of */
  constructor({ database, log }: Needed, limits: AnalysisStanding['limits']) {
    this.#nobody = { reason: unheard, sandbox: null, probes: [], environments: null, limits }
    this.#standing = this.#nobody
    this.#looking = repeat({ everyMs: lookingMs, log, failed: 'how analyses stand could not be read' }, async () => {
      // one that runs scripts says more than one that cannot
      const rows = await database
        .selectFrom('analysis_worker')
        .where('heard_at', '>', sql<Date>`now() - make_interval(secs => ${goneSeconds})`)
        .select('standing')
        .orderBy(sql`standing->>'reason' IS NULL`, 'desc')
        .orderBy('heard_at', 'desc')
        .execute()
      // another version of this program may tell something else
      const told = rows.map(({ standing }) => analysisStanding.safeParse(standing)).find(({ success }) => success)
      this.#standing = told?.data ?? this.#nobody
    })
  }

  /** When the first look is over. */
  get ready(): Promise<void> {
    return this.#looking.first
  }

  get standing(): AnalysisStanding {
    return this.#standing
  }

  async stop(): Promise<void> {
    await this.#looking.stop()
  }
}
