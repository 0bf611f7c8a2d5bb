import type { Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { notify } from '#server/features/notifications/inbox.ts'

interface About {
  readonly organizationId: number
  readonly scriptId: number
  readonly name: string
  readonly number: number
  /** Whether there is a mail server: without one, jobs that send nothing would only fill the queue. */
  readonly byMail: boolean
}

const pathOf = ({ scriptId }: About): string => `/ui2/scripts/${scriptId}`

/** Tells every administrator of the organization that a version waits for one of them. */
export async function tellAdministrators(transaction: Transaction<Database>, about: About, uploader: string): Promise<void> {
  const { organizationId, name, number } = about
  const administrators = await transaction
    .selectFrom('app_user')
    .where('organization_id', '=', organizationId)
    .where('enabled', '=', true)
    .where((where) => where('roles', '@>', where.val(['admin'])))
    .select('id')
    .orderBy('id')
    .execute()
  const what = number === 1 ? `the script ${name}` : `version ${number} of the script ${name}`
  for (const { id: userId } of administrators) {
    const message = `${uploader} uploaded ${what}; it can run when an administrator has accepted it.`
    const news = { organizationId, userId, type: 'Script Review', title: `Script to review: ${name}`, message } as const
    await notify(transaction, { ...news, path: pathOf(about) }, about.byMail)
  }
}

/** Tells whoever uploaded a version what became of it. */
export async function tellUploader(
  transaction: Transaction<Database>,
  about: About,
  { uploaderId, decision, comment }: { uploaderId: number; decision: 'ACCEPTED' | 'REJECTED'; comment: string },
): Promise<void> {
  const { organizationId, name, number } = about
  const [title, sentence] =
    decision === 'ACCEPTED'
      ? [`Script accepted: ${name}`, `Version ${number} of ${name} was accepted and can run.`]
      : [`Script rejected: ${name}`, `Version ${number} of ${name} was rejected; change it and upload it again.`]
  const message = comment === '' ? sentence : `${sentence} ${comment}`
  const news = { organizationId, userId: uploaderId, type: 'Script Reviewed', title, message } as const
  await notify(transaction, { ...news, path: pathOf(about) }, about.byMail)
}
