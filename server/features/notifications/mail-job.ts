import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { MailRefused } from '#server/mail/mailer.ts'
import type { Platform } from '#server/platform.ts'
import type { JobHandler } from '#server/queue/job-handler.ts'
import { JobFailure } from '#server/queue/job-handler.ts'

/** Sends a notification (`lookupId`) as mail. A worker that dies after sending sends again: twice is better than never. */
export function mailHandler({ database, settings }: Platform, send: Mailer | null): JobHandler {
  return {
    async run({ lookupId }) {
      const found = lookupId === null ? undefined : await findRecipient(database, lookupId)
      // Deleted meanwhile, or nobody to write to.
      if (found === undefined || !found.enabled || found.email === '' || send === null) return async () => {}
      const { email, title, message, path } = found
      const link = path === null || settings.publicUrl === undefined ? '' : `\n\n${settings.publicUrl}${path}`
      try {
        await send({ to: email, subject: title, text: `${message}${link}\n` })
      } catch (error) {
        if (error instanceof MailRefused)
          throw new JobFailure(`The mail server refused the mail: ${error.message}`, { cause: error })
        throw error
      }
      return async () => {}
    },
    failed: () => async () => {},
  }
}

async function findRecipient(database: Kysely<Database>, id: number) {
  return await database
    .selectFrom('notification')
    .innerJoin('app_user', 'app_user.id', 'notification.user_id')
    .where('notification.id', '=', id)
    .select(['app_user.email', 'app_user.enabled', 'title', 'message', 'path'])
    .executeTakeFirst()
}
