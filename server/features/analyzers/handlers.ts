import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Analyzer } from '#contract/analyzers.ts'
import type { AnalysisEnvironment } from '#contract/analysis-environments.ts'
import { defaultEnvironment } from '#contract/analysis-environments.ts'
import type { Database } from '#server/database/schema.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Answer } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { backfill } from './backfill.ts'
import type { Covering } from './coverage.ts'
import { coverageOf, coveragePage } from './coverage.ts'
import { partsOf, putParts, requireEnvironment, requireParts } from './parts.ts'
import { requireWhole } from './run-analyzer.ts'
import { findAnalyzer, listAnalyzersOf, lockAnalyzer } from './store.ts'
import { changeAnalyzer, deleteResults, hideAnalyzer, insertAnalyzer } from './writes.ts'

type Ours =
  | 'listAnalyzers'
  | 'createAnalyzer'
  | 'getAnalyzer'
  | 'updateAnalyzer'
  | 'deleteAnalyzer'
  | 'deleteAnalyzerResults'
  | 'getAnalyzerCoverage'
  | 'backfillAnalyzer'

/** @param environments the environments that there are; null where this process does not know them */
export function analyzerHandlers(
  { database }: Platform,
  environments: () => readonly AnalysisEnvironment[] | null,
): HandlersOf<Ours> {
  const names = () => environments()?.map(({ name }) => name) ?? null
  const covering = ({ organizationId }: UserCaller, { id, environment }: Analyzer): Covering => {
    const known = environments()?.find(({ name }) => name === (environment ?? defaultEnvironment))
    return { organizationId, analyzerId: id, environmentHash: known?.hash ?? null }
  }
  const find = async (caller: UserCaller, id: number, within: Kysely<Database> = database): Promise<Analyzer> => {
    const found = await findAnalyzer(within, caller, id)
    if (found === undefined) throw notFound()
    return found
  }
  const requireMayDelete = async (transaction: Transaction<Database>, caller: UserCaller, id: number): Promise<void> => {
    await lockAnalyzer(transaction, caller, id)
    const { may_delete: mayDelete, last_status: status, user } = await find(caller, id, transaction)
    if (mayDelete) return
    const governs = caller.administrator || user?.id === caller.userId
    throw new Problem(governs && status === 'running' ? 'analyzer-running' : 'forbidden')
  }

  return {
    async listAnalyzers({ caller, query }) {
      return await listAnalyzersOf(database, caller, query.type)
    },

    async createAnalyzer({ caller, body }) {
      const parts = {
        type: body.type,
        scripts: once(body.script_id),
        configs: once(body.configs),
        datasets: once(body.datasets),
        shares: once(body.share_users),
        execUser: body.script_exec_user ?? null,
      }
      requireEnvironment(body.environment, names())
      const id = await database.transaction().execute(async (transaction) => {
        await requireParts(transaction, caller, parts)
        const made = await insertAnalyzer(transaction, caller, { ...body, environment: body.environment || null })
        await putParts(transaction, made, parts)
        return made
      })
      return await find(caller, id)
    },

    async getAnalyzer({ caller, params }) {
      return await find(caller, params.id)
    },

    async updateAnalyzer({ caller, params: { id }, body }) {
      await database.transaction().execute(async (transaction) => {
        await lockAnalyzer(transaction, caller, id)
        const before = await find(caller, id, transaction)
        requireMayChange(before, body, caller)
        if (body.active === true) requireWhole(before.missing)
        if (body.environment !== before.environment) requireEnvironment(body.environment, names())
        const had = await partsOf(transaction, id)
        const given = {
          ...(body.script_id === undefined ? {} : { scripts: once(body.script_id) }),
          ...(body.configs === undefined ? {} : { configs: once(body.configs) }),
          ...(body.datasets === undefined ? {} : { datasets: once(body.datasets) }),
          ...(body.share_users === undefined ? {} : { shares: once(body.share_users) }),
          ...(body.script_exec_user === undefined ? {} : { execUser: body.script_exec_user }),
        }
        const type = body.type ?? before.type
        await requireParts(transaction, caller, { type, ...had, ...given }, had)
        await putParts(transaction, id, given)
        await changeAnalyzer(transaction, id, { ...body, active: type === 'manual' ? false : body.active })
      })
      return await find(caller, id)
    },

    async deleteAnalyzer({ caller, params: { id } }) {
      await database.transaction().execute(async (transaction) => {
        await requireMayDelete(transaction, caller, id)
        await hideAnalyzer(transaction, id)
      })
      return undefined
    },

    async deleteAnalyzerResults({ caller, params: { id } }) {
      await database.transaction().execute(async (transaction) => {
        await requireMayDelete(transaction, caller, id)
        await deleteResults(transaction, id)
      })
      return undefined
    },

    async getAnalyzerCoverage({ caller, params: { id }, query: { state, offset, max } }) {
      const analyzer = await find(caller, id)
      requireIngress(analyzer)
      return await database
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (moment) => {
          await sql`SET LOCAL jit = off`.execute(moment)
          const coverage = await coverageOf(moment, covering(caller, analyzer))
          const { counts, files } = await coveragePage(moment, coverage, { state, offset, max })
          const counted = counts.filter((count) => state === undefined || count.state === state)
          const total = counted.reduce((sum, count) => sum + count.files, 0)
          return new Answer({ counts, files }, { total, max, offset })
        })
    },

    async backfillAnalyzer({ caller, params: { id }, body }) {
      return await database.transaction().execute(async (transaction) => {
        await lockAnalyzer(transaction, caller, id)
        const analyzer = await find(caller, id, transaction)
        requireIngress(analyzer)
        requireWhole(analyzer.missing)
        return await backfill(transaction, covering(caller, analyzer), body)
      })
    },
  }
}

const once = (ids: readonly number[]): number[] => [...new Set(ids)]

/** Switching on and off is possible while it runs: otherwise a busy one could never be stopped. */
function requireMayChange(analyzer: Analyzer, body: object, caller: UserCaller): void {
  const onlySwitched = 'active' in body && Object.keys(body).length === 1
  if (onlySwitched ? analyzer.may_switch : analyzer.may_edit) return
  const governs = caller.administrator || analyzer.user?.id === caller.userId
  if (governs && analyzer.user === null) throw new Problem('analyzer-no-user')
  throw new Problem(governs && analyzer.last_status === 'running' ? 'analyzer-running' : 'forbidden')
}

function requireIngress({ type }: Analyzer): void {
  if (type !== 'ingress') throw new Problem('analyzer-manual')
}
