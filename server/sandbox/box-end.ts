import { z } from 'zod'
import type { BoxEnd } from './sandbox.ts'

const ending = z.object({
  why: z.enum(['exited', 'signal', 'memory', 'processes', 'output', 'killed']),
  code: z.number().int().optional(),
  signal: z
    .string()
    .regex(/^SIG[A-Z0-9]{1,12}$/)
    .optional(),
  peak: z.number().nonnegative(),
})

/** How the first process says that the script ended. */
export type ToldEnding = z.infer<typeof ending>

/** @throws Error when it is not what a first process says */
export function readEnding(bytes: Buffer): ToldEnding {
  return ending.parse(JSON.parse(bytes.toString()))
}

/** All that is known of an end. */
export interface EndFacts {
  /** Null when the box ended without a word. */
  readonly told: ToldEnding | null
  /** Why we killed it, if we did. */
  readonly killed: 'canceled' | 'time' | null
  /** Limits of the kernel that it ran into. */
  readonly reached: ReadonlySet<'memory' | 'processes'>
  /** What the launcher, or whoever read the box's messages, had to say. */
  readonly problem: string
}

/** Why a box ended: what we did comes first, then what the kernel counted, then what the box says of itself. */
export function endOf({ told, killed, reached, problem }: EndFacts): EndReason {
  const failed = told === null || told.why !== 'exited' || told.code !== 0
  const byUs = killed !== null && (told === null || told.why === 'killed')
  if (byUs) return { why: killed }
  if (failed && reached.has('memory')) return { why: 'memory' }
  if (told === null) return { why: 'lost', reason: problem || 'The box ended without a word.' }
  if (failed && reached.has('processes') && (told.why === 'exited' || told.why === 'signal')) return { why: 'processes' }
  switch (told.why) {
    case 'exited':
      return { why: 'exited', code: told.code ?? 0 }
    case 'signal':
      return { why: 'signal', signal: told.signal ?? 'SIGKILL' }
    case 'killed':
      return { why: killed ?? 'canceled' }
    default:
      return { why: told.why }
  }
}

type WithoutFigures<T> = T extends unknown ? Omit<T, 'peakMemoryBytes' | 'durationMs'> : never
export type EndReason = WithoutFigures<BoxEnd>
