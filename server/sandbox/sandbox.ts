import type { Readable } from 'node:stream'

/*
 * The seam between runs and whatever keeps people's scripts in. Three kinds implement it, and one contract suite proves all.
 *
 *   chooseSandbox ─> selfTest ─> warm ─> start ─> events, ended ─> results ─> dispose
 *
 * A box is used once. `warm` and `start` may be called at any time and overlap; what a box reads (files, package,
 * configurations) must not change until `dispose`.
 */

/** An analysis environment that boxes run in. */
export interface BoxEnvironment {
  readonly name: string
  /** Of its lock file and Python, hex SHA-256: a warm box of another hash is not used. */
  readonly hash: string
  /** The environment's folder on this machine, bound read-only. */
  readonly folder: string
  /** Its Python on this machine, within `folder`. */
  readonly python: string
}

export interface BoxLimits {
  /** Processors that may be busy at a time. */
  readonly processors: number
  readonly memoryBytes: number
  /** Processes and threads together. */
  readonly processes: number
  /** Of all files in the output folder. */
  readonly outputBytes: number
  readonly outputFiles: number
  /** Wall clock. */
  readonly seconds: number
}

/** A file of this machine that a box sees, read-only. */
export interface BoxInput {
  readonly hostPath: string
  /** Where it is in the box: an absolute path below one of the folders of `boxLayout`. */
  readonly path: string
}

/** Folders of a box. */
export const boxLayout = { data: '/data', config: '/config', previous: '/previous', output: '/output' } as const

export interface BoxOrder {
  /** The run's number: labels containers, so that what a killed worker left can be found. */
  readonly runId: number
  readonly environment: BoxEnvironment
  /** The canonical zip with its `__main__.py`; unpacked in the box. */
  readonly packagePath: string
  /** Data files, signal stores, configurations and files of the previous run. */
  readonly inputs: readonly BoxInput[]
  /** Becomes `job.ipa`, the script's first argument; paths in it are paths in the box. */
  readonly job: Readonly<Record<string, unknown>>
  /** In the box; the second argument of scripts that do not import `intrepidcs.ipa_interface`. Null: no configuration. */
  readonly configPath: string | null
  readonly limits: BoxLimits
}

export type BoxEvent =
  | { readonly kind: 'line'; readonly stream: 'out' | 'err'; readonly text: string }
  /** So many lines are left out here: the script printed far more than anybody reads. */
  | { readonly kind: 'skipped'; readonly lines: number }
  /** What the script appended to `progress.ipa`, 0 to 100. */
  | { readonly kind: 'progress'; readonly percent: number }

/** Why a box ended. `code` of `exited` is 0 for success. */
export type BoxEnd = {
  readonly peakMemoryBytes: number | null
  readonly durationMs: number
} & (
  | { readonly why: 'exited'; readonly code: number }
  | { readonly why: 'signal'; readonly signal: string }
  | { readonly why: 'time' | 'memory' | 'processes' | 'output' | 'canceled' }
  /** The sandbox itself failed: trying again may help. */
  | { readonly why: 'lost'; readonly reason: string }
)

export interface BoxFile {
  /** Relative, with `/`; safe on every system, unique without regard to case. */
  readonly name: string
  readonly size: number
  open(): Readable
}

/** A script at work, or ended. */
export interface Box {
  /** Ends after the tree has ended; to be iterated once, and read on: a full pipe stops the script. Long lines are cut. */
  readonly events: AsyncIterable<BoxEvent>
  /** Never rejects. No process of the box is left when it is there. */
  readonly ended: Promise<BoxEnd>
  /** TERM to everything in the box, KILL 2 s later. May be repeated. */
  kill(why: 'canceled' | 'time'): void
  /** After `ended`: regular files of the output folder with one link, but `progress.ipa`; what is refused is told in `onRefused`. */
  results(onRefused: (name: string, reason: string) => void): AsyncIterable<BoxFile>
  /** Removes everything of the box; may be repeated. */
  dispose(): Promise<void>
}

export interface Sandbox {
  readonly kind: 'bubblewrap' | 'docker' | 'scripted'
  /** Keeps so many boxes of an environment started and waiting; 0 lets them go. Returns at once. */
  warm(environment: BoxEnvironment, limits: BoxLimits, count: number): void
  /** @throws SandboxError when no box can be made now */
  start(order: BoxOrder): Promise<Box>
  /** Ends every box, warm or at work. */
  stop(): Promise<void>
}

/** The sandbox cannot make a box: the sentence says what is missing and what to do. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
}
