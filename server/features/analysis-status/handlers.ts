import type { Kysely } from 'kysely'
import type { AnalysisEnvironment } from '#contract/analysis-environments.ts'
import { defaultEnvironment } from '#contract/analysis-environments.ts'
import type { NamedEnvironment } from '#server/analysis-environment/environment-state.ts'
import { EnvironmentError } from '#server/analysis-environment/environment-state.ts'
import type { Database } from '#server/database/schema.ts'
import { limitsOf } from '#server/features/runs/analyses.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { AnalysisSetUp, Environments } from './set-up.ts'

type Ours = 'getAnalysisStatus' | 'createAnalysisEnvironment' | 'deleteAnalysisEnvironment'

export function analysisStatusHandlers({ database, settings }: Platform, setUp: AnalysisSetUp): HandlersOf<Ours> {
  const limits = limitsOf(settings)
  const environmentsHere = (): Environments => {
    if (setUp.environments === null) throw new Problem('analyses-off', { reason: setUp.reason ?? '' })
    return setUp.environments
  }
  return {
    async getAnalysisStatus({ caller }) {
      const { waiting, running } = await countRuns(database, caller.organizationId)
      return {
        enabled: setUp.reason === null,
        reason: setUp.reason,
        sandbox: setUp.sandbox?.kind ?? null,
        probes: setUp.trials.flatMap(({ kind, problem, checks }) => [
          ...(problem !== null && checks.length === 0 ? [{ name: kind, held: false, found: problem }] : []),
          ...checks.map(({ name, held, detail }) => ({ name: `${kind}: ${name}`, held, found: detail })),
        ]),
        environments: (setUp.environments?.list() ?? []).map(present),
        waiting,
        running,
        limits: {
          seconds: limits.seconds,
          memory: limits.memoryBytes,
          processors: limits.processors,
          processes: limits.processes,
          output: limits.outputBytes,
          output_files: limits.outputFiles,
        },
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
  return present(environment)
}

function present({ name, status }: NamedEnvironment): AnalysisEnvironment {
  const built = status.state === 'ready' ? status.built : null
  return {
    name,
    usual: name === defaultEnvironment,
    state: status.state,
    progress: status.state === 'building' ? status.percent : null,
    step: status.state === 'building' ? status.step : '',
    problem: status.state === 'failed' ? `${status.reason} ${status.remedy}` : null,
    hash: built?.hash ?? null,
    python: built?.pythonVersion ?? null,
    packages: (built?.packages ?? []).map((one) => ({ name: one.name, version: one.version })),
    size: built?.sizeBytes ?? null,
    created_at: built?.builtAt ?? null,
  }
}
