import type { Readable, Writable } from 'node:stream'
import type { BoxFolder } from './box-folder.ts'
import type { BoxEnvironment, BoxLimits, Sandbox } from './sandbox.ts'

/** What started a box; `PooledSandbox` does the rest, the same for all. */
export interface Launcher {
  readonly kind: Sandbox['kind']
  /**
   * Starts a box with its first process, before anybody knows what for.
   * @throws SandboxError when it cannot be made
   */
  launch(environment: BoxEnvironment, limits: BoxLimits): Promise<LaunchedBox>
  /** After every box has been removed. */
  close(): Promise<void>
}

/** A box whose first process is there, or coming. */
export interface LaunchedBox {
  readonly folder: BoxFolder
  /** Standard input of the first process, and its standard output. */
  readonly input: Writable
  readonly output: Readable
  /** It gets its order now: from here on it has its share of the processors. */
  begin(): Promise<void>
  /** Boxes at work that it would share its processors with: the fewer the better. */
  company(): number
  /** Ends everything in it, at once and whatever it does. May be repeated. */
  forceEnd(): void
  /** When no process of it is left: what its launcher has to say about a failure. Never rejects. */
  readonly ended: Promise<string>
  /** After `ended`: the limits of the kernel that it ran into. */
  limitsReached(): Promise<ReadonlySet<'memory' | 'processes'>>
  /** After `ended`: removes what is left of it on this machine. May be repeated. */
  remove(): Promise<void>
}
