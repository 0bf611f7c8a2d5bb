import type { Platform } from '#server/platform.ts'
import { repeat } from '#server/repeat.ts'
import { rememberEnded } from './lifetimes.ts'
import { forgetSeconds } from './throttle.ts'

/** Deletes tokens, sessions and counts of failures that nothing depends on any more. Safe to repeat, safe on two servers. */
export async function deleteEndedSessions({ database, now }: Pick<Platform, 'database' | 'now'>): Promise<void> {
  const time = now()
  const remembered = new Date(time.getTime() - rememberEnded)
  const forgotten = new Date(time.getTime() - forgetSeconds * 1000)
  await database.deleteFrom('session_token').where('expires_at', '<', time).execute()
  await database
    .deleteFrom('session')
    .where((where) => where.or([where('expires_at', '<', time), where('ended_at', '<', remembered)]))
    .execute()
  await database.deleteFrom('login_attempt').where('last_failure_at', '<', forgotten).execute()
}

/** Deletes them now and every hour. Answers how to stop, which waits for a deletion under way. */
export function keepSessionsClean(platform: Pick<Platform, 'database' | 'now' | 'log'>): () => Promise<void> {
  const failed = 'ended sessions could not be deleted; tried again in an hour'
  return repeat({ everyMs: 3600 * 1000, log: platform.log, failed }, () => deleteEndedSessions(platform)).stop
}
