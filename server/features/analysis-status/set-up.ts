import type { Logger } from 'pino'
import { defaultEnvironment } from '#contract/analysis-environments.ts'
import type { AnalysisEnvironments } from '#server/analysis-environment/analysis-environments.ts'
import type { EnvironmentState } from '#server/analysis-environment/environment-state.ts'
import type { Analyses, EnvironmentNow } from '#server/features/runs/analyses.ts'
import { limitsOf } from '#server/features/runs/analyses.ts'
import type { SandboxChoice } from '#server/sandbox/choose-sandbox.ts'
import type { BoxEnvironment, Sandbox } from '#server/sandbox/sandbox.ts'
import type { Settings } from '#server/settings/settings.ts'

/** What the set-up needs of the environments; they are built in the background. */
export type Environments = Pick<AnalysisEnvironments, 'start' | 'list' | 'ready' | 'onChange' | 'add' | 'remove' | 'stop'>

/** Chooses a sandbox and tests it in an environment that is there. */
export type ChooseSandbox = (environment: BoxEnvironment) => Promise<Omit<SandboxChoice, 'trials'> & Partial<SandboxChoice>>

/** What analyses run on. Tests give their own. */
export interface AnalysisParts {
  readonly environments: Environments
  readonly choose: ChooseSandbox
}

interface Given {
  readonly settings: Settings
  readonly log: Logger
  /** Null: this process does no runs; the sentence says why. */
  readonly parts: AnalysisParts | null
  readonly without: string | null
}

/**
 * Brings up what runs stand on: first the usual environment, then a sandbox that passes its test in it. The server runs
 * meanwhile, and without them too; `reason` always says what is missing.
 */
export class AnalysisSetUp implements Analyses {
  readonly #given: Given
  #choice: Awaited<ReturnType<ChooseSandbox>> | undefined
  #choosing: Promise<void> | undefined
  #onReady: (() => Promise<void>) | undefined
  #stopListening: (() => void) | undefined
  #stopped = false

  constructor(given: Given) {
    this.#given = given
  }

  /** @param onReady called once, when runs can be done */
  start(onReady: () => Promise<void>): void {
    const { parts } = this.#given
    if (parts === null) return
    this.#onReady = onReady
    this.#stopListening = parts.environments.onChange(() => this.#look())
    parts.environments.start()
    this.#look()
  }

  /** Ends every box; safe to repeat. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopListening?.()
    await this.#given.parts?.environments.stop()
    await this.#choosing
    await this.#choice?.sandbox?.stop()
  }

  get sandbox(): Sandbox | null {
    return this.#choice?.sandbox ?? null
  }

  get trials(): SandboxChoice['trials'] {
    return this.#choice?.trials ?? []
  }

  get environments(): Environments | null {
    return this.#given.parts?.environments ?? null
  }

  get reason(): string | null {
    const { parts, without } = this.#given
    if (parts === null) return without
    if (this.#choice !== undefined) return this.#choice.sandbox === null ? this.#choice.sentence : null
    const usual = parts.environments.list().find(({ name }) => name === defaultEnvironment)
    return usual === undefined || usual.status.state === 'ready' ? 'The sandbox is being tested.' : sentenceOf(usual.status)
  }

  environment(name: string): EnvironmentNow {
    const { environments } = this
    const known = environments?.list().find((one) => one.name === name)
    if (known === undefined) return { state: 'unknown' }
    const environment = this.#built(name)
    return environment === null ? { state: 'waiting', reason: sentenceOf(known.status) } : { state: 'ready', environment }
  }

  #built(name: string): BoxEnvironment | null {
    const built = this.environments?.ready(name) ?? null
    return built === null ? null : { name, hash: built.hash, folder: built.folder, python: built.python }
  }

  /** The usual environment has come: now a sandbox can be tested in it. */
  #look(): void {
    const environment = this.#built(defaultEnvironment)
    if (environment === null || this.#stopped || this.#choosing !== undefined) return
    this.#choosing = this.#choose(environment)
  }

  async #choose(environment: BoxEnvironment): Promise<void> {
    const { settings, log, parts } = this.#given
    try {
      const choice = await parts?.choose(environment)
      this.#choice = choice
      if (choice === undefined || this.#stopped) return
      log.info(choice.sentence)
      if (choice.sandbox === null) return
      choice.sandbox.warm(environment, limitsOf(settings), settings.runSlots)
      await this.#onReady?.()
    } catch (error) {
      log.error({ err: error }, 'no sandbox could be chosen')
      this.#choice ??= { sandbox: null, sentence: 'Analyses wait, because no sandbox could be chosen; the log says why.' }
    }
  }
}

/** Why runs in this environment wait. */
function sentenceOf(status: EnvironmentState): string {
  switch (status.state) {
    case 'waiting':
      return 'The analysis environment waits to be built.'
    case 'building':
      return `The analysis environment is being built: ${status.step} (${status.percent} %).`
    case 'failed':
      return `The analysis environment cannot be built: ${status.reason} ${status.remedy}`
    case 'ready':
      return 'The analysis environment is ready.'
    default:
      return status satisfies never
  }
}
