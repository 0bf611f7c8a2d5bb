import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { cancelJobsOf } from '#server/queue/job-states.ts'

interface Who {
  readonly userId: number
  readonly organizationId: number
}

/**
 * Ends the life of a file version: it is hidden everywhere when this resolves. Its upload goes with its last live file, so
 * that the same delivery, should it come again, becomes an upload of its own.
 * @returns false when the user's organization has no such file that can be found
 */
export async function recycleFile(database: Kysely<Database>, who: Who, id: number, now: Date): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    // the database's triggers hold the upload from here on and take the file out of searches
    const file = await transaction
      .updateTable('file_version')
      .from('upload')
      .whereRef('upload.id', '=', 'file_version.upload_id')
      .where('file_version.id', '=', id)
      .where('file_version.organization_id', '=', who.organizationId)
      .where('file_version.recycled_at', 'is', null)
      .where('upload.shape_id', 'is not', null)
      .set({ recycled_at: now, recycled_by: who.userId })
      .returning('file_version.upload_id')
      .executeTakeFirst()
    if (file === undefined) return false
    await sql`
      UPDATE upload SET recycled_at = ${now}
      WHERE id = ${file.upload_id}
        AND NOT EXISTS (SELECT FROM file_version WHERE upload_id = upload.id AND recycled_at IS NULL)`.execute(transaction)
    await cancelJobsOf(transaction, id, ['EXPORT'], { running: false, outcome: 'The file was moved to recycling' })
    return true
  })
}
