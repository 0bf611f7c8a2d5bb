import type { z } from 'zod'
import type { AnalysisEnvironment } from '#contract/analysis-environments.ts'
import { analysisEnvironment, analysisStatus, defaultEnvironment } from '#contract/analysis-environments.ts'
import type { NamedEnvironment } from '#server/analysis-environment/environment-state.ts'
import { limitsOf } from '#server/features/runs/analyses.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { AnalysisSetUp } from './set-up.ts'

/** How analyses stand, as one process that does them tells others. */
export const analysisStanding = analysisStatus
  .pick({ reason: true, sandbox: true, probes: true, limits: true })
  // null: switched off, or not known
  .extend({ environments: analysisEnvironment.array().nullable() })
export type AnalysisStanding = z.infer<typeof analysisStanding>

/** Of this process: always what it is now, and looked at only where somebody asks. */
export function standingOf(setUp: AnalysisSetUp, settings: Settings): AnalysisStanding {
  const limits = limitsOf(settings)
  return {
    get reason() {
      return setUp.reason
    },
    get sandbox() {
      return setUp.sandbox?.kind ?? null
    },
    get probes() {
      return setUp.trials.flatMap(({ kind, problem, checks }) => [
        ...(problem !== null && checks.length === 0 ? [{ name: kind, held: false, found: problem }] : []),
        ...checks.map(({ name, held, detail }) => ({ name: `${kind}: ${name}`, held, found: detail })),
      ])
    },
    get environments() {
      return setUp.environments?.list().map(presentEnvironment) ?? null
    },
    limits: {
      seconds: limits.seconds,
      memory: limits.memoryBytes,
      processors: limits.processors,
      processes: limits.processes,
      output: limits.outputBytes,
      output_files: limits.outputFiles,
    },
  }
}

export function presentEnvironment({ name, status }: NamedEnvironment): AnalysisEnvironment {
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
