import { randomBytes, randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { GateLimits, Lane } from './work-gate.ts'
import { WorkGate } from './work-gate.ts'

/** argon2id (the library's default kind) as OWASP's Password Storage Cheat Sheet recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Fewest characters of a password that a person chooses. */
export const passwordLength = 10

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Whether the password is right. Without a stored hash (unknown user, no password login) a verification of the
   * same cost is done against a hash that nobody knows the password of, so that time tells nothing.
   * @throws GateFull when too many verifications are waiting
   */
  verify(stored: string | null, password: string, lane: Lane): Promise<boolean>
  /** Whether the stored hash is cheaper than today's, and should be replaced at the next right login. */
  outdated(stored: string): boolean
}

/** Verifications run on the thread pool that file reads and writes share, so half of it at most. */
const gateLimits: GateLimits = { running: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 64 }

export function createPasswords(limits: GateLimits = gateLimits): Passwords {
  const gate = new WorkGate(limits)
  const nobodys = hash(randomBytes(32), cost)
  // the rejection is seen by the first verification
  nobodys.catch(() => undefined)
  return {
    hash: (password) => gate.run('first', () => hash(normal(password), cost)),
    async verify(stored, password, lane) {
      const against = stored ?? (await nobodys)
      const right = await gate.run(lane, () => verify(against, normal(password)))
      return right && stored !== null
    },
    outdated(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      return memoryCost < cost.memoryCost || timeCost < cost.timeCost || parallelism !== cost.parallelism
    },
  }
}

/** The same password typed on two keyboards may come as different code points. */
function normal(password: string): string {
  return password.normalize('NFKC')
}

/** A password that can be read out and typed: 5 groups of 4 characters without look-alikes, 98 bits. */
export function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = (): string => Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return Array.from({ length: 5 }, group).join('-')
}
