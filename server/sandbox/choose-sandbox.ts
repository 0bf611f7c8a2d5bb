import { mkdir } from 'node:fs/promises'
import type { Settings } from '#server/settings/settings.ts'
import { BubblewrapLauncher } from './bubblewrap/bubblewrap-launcher.ts'
import { findBubblewrap } from './bubblewrap/find-bubblewrap.ts'
import { ContainerLauncher } from './container/container-launcher.ts'
import { findEngine } from './container/find-engine.ts'
import { PooledSandbox } from './pooled-sandbox.ts'
import type { BoxEnvironment, Sandbox } from './sandbox.ts'
import { SandboxError } from './sandbox.ts'
import type { Check } from './self-test/self-test.ts'
import { selfTest, verdict } from './self-test/self-test.ts'

type Kind = 'bubblewrap' | 'docker'

/** A sandbox that was tried, for the server page. */
export interface SandboxTrial {
  readonly kind: Kind
  /** Null: it holds. Otherwise a sentence without its full stop: what is missing, or what did not hold. */
  readonly problem: string | null
  /** What it stands on, such as "a user of its own for each box". */
  readonly means: readonly string[]
  readonly checks: readonly Check[]
}

/** What was chosen, and why. */
export interface SandboxChoice {
  /** Null: analyses wait. */
  readonly sandbox: Sandbox | null
  readonly trials: readonly SandboxTrial[]
  /** One sentence for the log and the server page. */
  readonly sentence: string
}

interface Wish {
  readonly setting: Settings['sandbox']
  /** A folder of our own, on the disk of the blobs: boxes are made in it. */
  readonly folder: string
  /** For the self-test: the environment that scripts will run in. */
  readonly environment: BoxEnvironment
  /** Where a container engine is: DOCKER_HOST, CONTAINER_HOST, XDG_RUNTIME_DIR. */
  readonly variables?: Readonly<Record<string, string | undefined>>
  /** Ends the tests at once, with what they have started; then there is no sandbox. */
  readonly signal?: AbortSignal
}

/**
 * Chooses what keeps scripts in. Each candidate has to pass the self-test through its real launcher first; `auto` takes the
 * first that does and tells about those before it. Where none does, there is none.
 */
export async function chooseSandbox({
  setting,
  folder,
  environment,
  variables = process.env,
  signal = never,
}: Wish): Promise<SandboxChoice> {
  if (setting === 'off') return none([], 'Analyses are switched off (LOGGERHEAD_SANDBOX is off).')
  if (setting === 'kubernetes') return none([], 'LOGGERHEAD_SANDBOX is kubernetes, which this version cannot do: analyses wait.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const trials: SandboxTrial[] = []
  for (const kind of setting === 'auto' ? (['bubblewrap', 'docker'] as const) : [setting]) {
    const { trial, sandbox } = await tryOut(kind, { folder, environment, variables, signal })
    if (signal.aborted) return none(trials, 'The server stops.')
    trials.push(trial)
    if (sandbox) return { sandbox, trials, sentence: chosen(trials, kind) }
  }
  const reasons = trials.map(({ kind, problem }) => `${kind}: ${problem ?? ''}`).join('. ')
  return none(trials, `Analyses wait, because no sandbox holds. ${reasons}.`)
}

const never = new AbortController().signal

function none(trials: readonly SandboxTrial[], sentence: string): SandboxChoice {
  return { sandbox: null, trials, sentence }
}

function chosen(trials: readonly SandboxTrial[], kind: Kind): string {
  const before = trials
    .filter(({ problem }) => problem !== null)
    .map((trial) => ` ${trial.kind} was not taken: ${trial.problem}.`)
  const last = trials.at(-1)
  return `Analyses run in ${kind}, with ${last?.means.join(', ') ?? ''}; all ${last?.checks.length ?? 0} checks of its self-test held.${before.join('')}`
}

async function tryOut(
  kind: Kind,
  { folder, environment, variables, signal }: Needed,
): Promise<{ trial: SandboxTrial; sandbox: Sandbox | null }> {
  let opened: Opened
  try {
    opened = await openers[kind](folder, variables)
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    return { trial: { kind, problem: withoutStop(error.message), means: [], checks: [] }, sandbox: null }
  }
  const { sandbox, means } = opened
  let problem: string | null
  let checks: Check[] = []
  const stop = (): void => void sandbox.stop()
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    checks = await selfTest(sandbox, environment, folder)
    problem = verdict(checks)
  } catch (error) {
    if (!(error instanceof SandboxError) && !signal.aborted) throw error
    problem = withoutStop(error instanceof Error ? error.message : String(error))
  } finally {
    signal.removeEventListener('abort', stop)
  }
  if (signal.aborted) problem = 'the server stops'
  const trial = { kind, problem, means, checks }
  if (problem === null) return { trial, sandbox }
  await sandbox.stop()
  return { trial, sandbox: null }
}

type Needed = Required<Omit<Wish, 'setting'>>

interface Opened {
  readonly sandbox: Sandbox
  readonly means: readonly string[]
}

/** @throws SandboxError */
const openers: Record<Kind, (folder: string, variables: Needed['variables']) => Promise<Opened>> = {
  bubblewrap: async (folder) => {
    const means = await findBubblewrap(folder)
    const groups = means.controlGroups
    return {
      sandbox: new PooledSandbox(await BubblewrapLauncher.open(means)),
      means: [
        means.dedicatedUsers ? 'a user of its own for each box' : 'boxes of this user',
        typeof groups === 'string' ? `memory watched, because ${groups}` : `control groups (version ${groups.version})`,
        means.images ? 'output on the disk' : 'output in memory',
      ],
    }
  },
  docker: async (folder, variables) => {
    const launcher = await ContainerLauncher.open(findEngine(variables), folder)
    const { name, version, rootless } = launcher.facts
    const means = [
      `${name} ${version}`,
      rootless ? 'containers of this user' : 'a user of its own for each box',
      'output in memory',
    ]
    return { sandbox: new PooledSandbox(launcher), means }
  },
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '')
}
