import type { Box, BoxEnd, BoxEnvironment, BoxEvent, BoxInput, BoxLimits, Sandbox } from '../sandbox.ts'

const mebibyte = 1024 * 1024
export const contractLimits: BoxLimits = {
  processors: 1,
  memoryBytes: 200 * mebibyte,
  processes: 24,
  outputBytes: 8 * mebibyte,
  outputFiles: 20,
  seconds: 60,
}

export interface Asked {
  readonly limits?: Partial<BoxLimits>
  readonly inputs?: readonly BoxInput[]
  readonly job?: Record<string, unknown>
  readonly configPath?: string | null
}

export interface Ran {
  readonly end: BoxEnd
  readonly events: readonly BoxEvent[]
  readonly out: readonly string[]
  readonly err: readonly string[]
  readonly files: ReadonlyMap<string, string>
  readonly refused: ReadonlyMap<string, string>
}

/** What tests do with a sandbox. */
export interface Bench {
  readonly sandbox: () => Sandbox
  readonly environment: () => BoxEnvironment
  /** A temporary folder. */
  readonly folder: () => string
  start(source: string, asked?: Asked): Promise<Box>
  /** Starts a script, reads all of it and removes the box. */
  run(source: string, asked?: Asked): Promise<Ran>
}
