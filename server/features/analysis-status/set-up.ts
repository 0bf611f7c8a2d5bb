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
export type ChooseSandbox = (
  environment: BoxEnvironment,
  signal: AbortSignal,
) => Promise<Omit<SandboxChoice, 'trials'> & Partial<SandboxChoice>>

/** What analyses run on. Tests give their own. */
export interface AnalysisParts {
  readonly environments: Environments
  readonly choose: ChooseSandbox
  /** After a test that nothing held, seconds until the next; 300 unless told. */
  readonly restSeconds?: number
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
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #nextAt = 0

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
    this.#stopping.abort()
    clearTimeout(this.#timer)
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
    if (this.#choice !== undefined) return this.#choice.sandbox === null ? `${this.#choice.sentence}${this.#whenAgain()}` : null
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
    if (environment === null || this.#stopping.signal.aborted || this.#choosing !== undefined) return
    this.#choosing = this.#choose(environment)
  }

  /** When no sandbox holds: somebody may install one, or mend what did not hold, while the server runs. */
  #lookAgain(): void {
    if (this.#stopping.signal.aborted) return
    const rest = (this.#given.parts?.restSeconds ?? 300) * 1_000
    this.#nextAt = Date.now() + rest
    this.#timer = setTimeout(() => {
      this.#nextAt = 0
      this.#choosing = undefined
      this.#look()
    }, rest)
    this.#timer.unref()
  }

  #whenAgain(): string {
    if (this.#nextAt === 0) return ' It is being tested again.'
    const minutes = Math.ceil((this.#nextAt - Date.now()) / 60_000)
    return ` It is tested again in ${minutes <= 1 ? 'a minute' : `${minutes} minutes`}.`
  }

  async #choose(environment: BoxEnvironment): Promise<void> {
    const { settings, log, parts } = this.#given
    try {
      const choice = await parts?.choose(environment, this.#stopping.signal)
      const before = this.#choice?.sentence
      this.#choice = choice
      if (choice === undefined || this.#stopping.signal.aborted) return
      if (choice.sentence !== before) log.info(choice.sentence)
      if (choice.sandbox === null) return this.#lookAgain()
      choice.sandbox.warm(environment, limitsOf(settings), settings.runSlots)
      await this.#onReady?.()
    } catch (error) {
      log.error({ err: error }, 'no sandbox could be chosen')
      if (this.#choice?.sandbox == null) this.#lookAgain()
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
