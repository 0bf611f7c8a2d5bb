import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { Problem } from '#server/http/problem.ts'
import { networkOf } from './network.ts'

/** Failures that cost nothing, then waits of 1, 2, 4, ... seconds up to the longest; forgotten after a quiet hour. */
const freeFailures = { account: 5, network: 30, browser: 5 } as const
type Kind = keyof typeof freeFailures
const longestWaitSeconds = 15 * 60
/** After this many seconds without a failure the count begins anew. */
export const forgetSeconds = 3600

export interface Key {
  readonly kind: Kind
  readonly text: string
}

/** Names, as the database compares them, are hashed: people type passwords into the name field. */
export function keysOf(attempt: { name: string; address: string; browserId: string | null }): readonly Key[] {
  // A browser the owner has used before counts for itself, so that strangers' failures do not keep it out.
  if (attempt.browserId !== null) return [{ kind: 'browser', text: `browser:${attempt.browserId}` }]
  return [
    { kind: 'account', text: accountText(attempt.name) },
    { kind: 'network', text: `network:${networkOf(attempt.address)}` },
  ]
}

function accountText(name: string): string {
  return `account:${createHash('sha256').update(name).digest('base64url')}`
}

/** An administrator has helped the user: strangers' failures are no longer held against the account. `name` in lower case. */
export async function forgetAccountFailures(database: Kysely<Database>, name: string): Promise<void> {
  await database.deleteFrom('login_attempt').where('key', '=', accountText(name)).execute()
}

/**
 * Counts an attempt as failed before its password is looked at, so that a thousand at once are not all the first.
 * Answer `passed` or `withdrawn` afterwards, unless it failed indeed.
 * @throws Problem `throttled` when one of the keys has to wait; then nothing is counted
 */
export async function beginAttempt(database: Kysely<Database>, keys: readonly Key[], now: Date): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const key of keys) {
      if (await count(transaction, key, now)) continue
      const waits = await waitSeconds(transaction, key, now)
      throw new Problem('throttled', { seconds: waits }, { headers: { 'retry-after': String(waits) } })
    }
  })
}

/** False when the key has to wait. Keys come in the order of `keysOf`, always the same, so two attempts never lock each other. */
async function count(transaction: Transaction<Database>, key: Key, now: Date): Promise<boolean> {
  const free = freeFailures[key.kind]
  const { rows } = await sql`
    INSERT INTO login_attempt AS attempt (key, failures, last_failure_at)
    VALUES (${key.text}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN attempt.last_failure_at < ${now}::timestamptz - make_interval(secs => ${forgetSeconds}) THEN 1
        ELSE attempt.failures + 1 END,
      last_failure_at = ${now},
      blocked_until = CASE
        WHEN attempt.last_failure_at < ${now}::timestamptz - make_interval(secs => ${forgetSeconds}) THEN NULL
        WHEN attempt.failures >= ${free}
          THEN ${now}::timestamptz + make_interval(secs => least(${longestWaitSeconds}, power(2, least(attempt.failures - ${free}, 30))))
        END
    WHERE attempt.blocked_until IS NULL OR attempt.blocked_until <= ${now}
    RETURNING key`.execute(transaction)
  return rows.length === 1
}

async function waitSeconds(database: Kysely<Database>, key: Key, now: Date): Promise<number> {
  const row = await database.selectFrom('login_attempt').select('blocked_until').where('key', '=', key.text).executeTakeFirst()
  const until = row?.blocked_until?.getTime() ?? 0
  return Math.max(1, Math.ceil((until - now.getTime()) / 1000))
}

/**
 * The password was right. The account and the browser begin anew; the network only gets this attempt back, or an
 * attacker with an account of their own could clear it at will.
 */
export async function passed(database: Kysely<Database>, keys: readonly Key[]): Promise<void> {
  const cleared = keys.filter((key) => key.kind !== 'network').map((key) => key.text)
  await database.deleteFrom('login_attempt').where('key', 'in', cleared).execute()
  await withdrawn(
    database,
    keys.filter((key) => key.kind === 'network'),
  )
}

/** The attempt was not looked at after all, or was no failure. */
export async function withdrawn(database: Kysely<Database>, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return
  await database
    .updateTable('login_attempt')
    .set({ failures: sql`greatest(failures - 1, 0)`, blocked_until: null })
    .where(
      'key',
      'in',
      keys.map((key) => key.text),
    )
    .execute()
}
