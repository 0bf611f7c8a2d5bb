import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { Problem } from '#server/http/problem.ts'
import { knownBrowser } from './known-browser.ts'
import type { Passwords } from './passwords.ts'
import type { SigningUser } from './store.ts'
import { findSigningUser, replacePasswordHash } from './store.ts'
import { beginAttempt, keysOf, passed, withdrawn } from './throttle.ts'
import { GateFull } from './work-gate.ts'

export interface Attempt {
  readonly username: string
  readonly password: string
  /** Address of the client. */
  readonly address: string
  /** The request's `Cookie` header. */
  readonly cookies: string
}

interface Parts {
  readonly database: Kysely<Database>
  readonly passwords: Passwords
  /** Key of the known-browser cookie. */
  readonly secret: Buffer
}

/**
 * The user who proved the password; it may be expired. Unknown, disabled and password-less users and wrong passwords
 * give the same answer after the same work.
 * @throws Problem `wrong-login`, `throttled`
 */
export async function provePassword({ database, passwords, secret }: Parts, attempt: Attempt, now: Date): Promise<SigningUser> {
  const { name, user } = await findSigningUser(database, attempt.username)
  const browser = user === null ? null : knownBrowser(attempt.cookies, user.id, secret, now)
  const keys = keysOf({ name, address: attempt.address, browserId: browser?.browserId ?? null })
  await beginAttempt(database, keys, now)
  const right = await passwords
    .verify(user?.passwordHash ?? null, attempt.password, browser ? 'first' : 'last')
    .catch(async (error: unknown) => {
      await withdrawn(database, keys)
      throw error instanceof GateFull ? busy() : error
    })
  if (!right || user === null || !user.enabled) throw new Problem('wrong-login')
  await passed(database, keys)
  if (user.passwordHash !== null && passwords.outdated(user.passwordHash)) {
    await replacePasswordHash(database, user.id, await passwords.hash(attempt.password))
  }
  return user
}

/** Too many sign-ins are being looked at; one takes some 50 ms, so a moment is enough. */
function busy(): Problem {
  return new Problem('throttled', { seconds: 2 }, { headers: { 'retry-after': '2' } })
}

/** @throws Problem `password-expired`, with the header by which clients know it */
export function requireCurrentPassword(user: SigningUser, now: Date): void {
  if (user.passwordExpiresAt === null || user.passwordExpiresAt > now) return
  throw new Problem('password-expired', {}, { headers: { authorization: 'Password is expired' } })
}
