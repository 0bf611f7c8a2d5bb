import type { Logger } from 'pino'
import type { BoxEnvironment, BoxLimits, Sandbox } from '#server/sandbox/sandbox.ts'
import type { Settings } from '#server/settings/settings.ts'

/** What runs stand on: a sandbox that has passed its test, and environments. Both come some time after the start. */
export interface Analyses {
  /** Null: not yet, or never; `reason` says why. */
  readonly sandbox: Sandbox | null
  readonly reason: string | null
  environment(name: string): EnvironmentNow
}

export type EnvironmentNow =
  | { readonly state: 'ready'; readonly environment: BoxEnvironment }
  /** It is being made, or may be mended: the sentence says what is the matter. */
  | { readonly state: 'waiting'; readonly reason: string }
  | { readonly state: 'unknown' }

/** Files of one result. */
export const mostResultFiles = 2000

export function limitsOf(settings: Settings): BoxLimits {
  return {
    processors: settings.runProcessors,
    memoryBytes: settings.runMemory,
    processes: settings.runProcesses,
    outputBytes: settings.runOutput,
    outputFiles: mostResultFiles,
    seconds: settings.runSeconds,
  }
}

export interface RunContext {
  readonly signal: AbortSignal
  readonly log: Logger
}
