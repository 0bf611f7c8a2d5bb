import type { Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** Who wants to be told that a download is ready. */
export interface WantsToKnow {
  readonly userId: number
  readonly emailEnabled: boolean
}

/**
 * A download has become ready, or somebody asks to be told of one that is: called once for each, in the transaction that
 * says so.
 */
export async function downloadReady(transaction: Transaction<Database>, downloadId: number): Promise<readonly WantsToKnow[]> {
  return await transaction
    .selectFrom('notification_preference')
    .where('type', '=', 'Download Ready')
    .where('what', '=', 'userDownload')
    .where('what_id', '=', downloadId)
    .select(['user_id as userId', 'email_enabled as emailEnabled'])
    .execute()
}
