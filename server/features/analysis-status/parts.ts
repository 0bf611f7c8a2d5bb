import { join } from 'node:path'
import type { Logger } from 'pino'
import { AnalysisEnvironments } from '#server/analysis-environment/analysis-environments.ts'
import { chooseSandbox } from '#server/sandbox/choose-sandbox.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { AnalysisParts } from './set-up.ts'

/** What analyses of this process run on, unless it does none: then why. */
export function analysisParts(
  settings: Settings,
  log: Logger,
  given: AnalysisParts | undefined,
): { readonly parts: AnalysisParts | null; readonly without: string | null } {
  if (given !== undefined) return { parts: given, without: null }
  if (settings.sandbox === 'off') return { parts: null, without: 'Analyses are switched off (LOGGERHEAD_SANDBOX is off).' }
  // another process of this server does them, and only that one knows how it stands
  if (!settings.roles.includes('worker')) return { parts: null, without: null }
  const { dataDir, sandbox: setting } = settings
  return {
    parts: {
      environments: new AnalysisEnvironments({ dataDir, log }),
      choose: (environment, signal) => chooseSandbox({ setting, folder: join(dataDir, 'boxes'), environment, signal }),
    },
    without: null,
  }
}
