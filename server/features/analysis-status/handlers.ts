import type { Kysely } from 'kysely'
import type { AnalysisEnvironment } from '#contract/analysis-environments.ts'
import { defaultEnvironment } from '#contract/analysis-environments.ts'
import { EnvironmentError } from '#server/analysis-environment/environment-state.ts'
import type { Database } from '#server/database/schema.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { Environments } from './set-up.ts'
import type { AnalysisStanding } from './standing.ts'
import { presentEnvironment } from './standing.ts'

type Ours = 'getAnalysisStatus' | 'createAnalysisEnvironment' | 'deleteAnalysisEnvironment'

/**
 * @param environmentsOf those of this process; null where it runs no analyses
 * @param standing of this process or of the workers that it has heard of
 */
export function analysisStatusHandlers(
  { database, settings }: Platform,
  environmentsOf: () => Environments | null,
  standing: () => AnalysisStanding,
): HandlersOf<Ours> {
  const environmentsHere = (): Environments => {
    const environments = environmentsOf()
    if (environments !== null) return environments
    throw new Problem('analyses-off', {
      reason:
        settings.sandbox === 'off' ? (standing().reason ?? '') : 'its workers do, and environments are added where they run.',
    })
  }
  return {
    async getAnalysisStatus({ caller }) {
      const { waiting, running } = await countRuns(database, caller.organizationId)
      const { reason, sandbox, probes, limits, environments } = standing()
      return {
        enabled: reason === null,
        reason,
        sandbox,
        probes,
        environments: environments ?? [],
        waiting,
        running,
        limits,
        script_upload: settings.scriptUpload,
      }
    },

    async createAnalysisEnvironment({ body: { name, requirements } }) {
      const environments = environmentsHere()
      const known = environments.list().find((one) => one.name === name)
      if (known !== undefined && known.requirements !== requirements) throw new Problem('name-taken', { name })
      try {
        await environments.add(name, requirements)
      } catch (error) {
        if (error instanceof EnvironmentError) throw invalidField('requirements', `${error.message} ${error.remedy}`)
        throw error
      }
      return presentNamed(environments, name)
    },

    async deleteAnalysisEnvironment({ params: { name } }) {
      const environments = environmentsHere()
      if (!environments.list().some((one) => one.name === name)) throw notFound()
      if (name === defaultEnvironment) throw new Problem('environment-usual', { name })
      const count = await countAnalyzers(database, name)
      if (count > 0) throw new Problem('environment-used', { name, count })
      await environments.remove(name)
    },
  }
}

async function countRuns(database: Kysely<Database>, organizationId: number): Promise<{ waiting: number; running: number }> {
  return await database
    .selectFrom('run')
    .where('organization_id', '=', organizationId)
    .where('status', 'in', ['new', 'running'])
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', '=', 'new').as('waiting'),
      fn.countAll<number>().filterWhere('status', '=', 'running').as('running'),
    ])
    .executeTakeFirstOrThrow()
}

/** Of all organizations: environments are the server's. */
async function countAnalyzers(database: Kysely<Database>, environment: string): Promise<number> {
  const { count } = await database
    .selectFrom('analyzer')
    .where('environment', '=', environment)
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function presentNamed(environments: Environments, name: string): AnalysisEnvironment {
  const environment = environments.list().find((one) => one.name === name)
  if (environment === undefined) throw notFound()
  return presentEnvironment(environment)
}
