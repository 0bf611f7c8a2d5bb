import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** Deletes an upload that has no file version any more, not even a recycled one, and its group if that was all of it. */
export async function deleteEmptyUpload(transaction: Transaction<Database>, uploadId: number): Promise<void> {
  // held by a statement of its own, so that the next one sees files that others took away or brought at the same time
  await sql`SELECT FROM upload WHERE id = ${uploadId} FOR UPDATE`.execute(transaction)
  const { rows } = await sql<{ group_id: number }>`
    DELETE FROM upload WHERE id = ${uploadId} AND NOT EXISTS (SELECT FROM file_version WHERE upload_id = upload.id)
    RETURNING group_id`.execute(transaction)
  for (const { group_id: groupId } of rows) await deleteEmptyGroup(transaction, groupId)
}

/** A group with a name stays: a delivery that has found it may be about to put an upload into it. */
async function deleteEmptyGroup(transaction: Transaction<Database>, groupId: number): Promise<void> {
  await sql`
    DELETE FROM upload_group
    WHERE id = ${groupId} AND key IS NULL AND NOT EXISTS (SELECT FROM upload WHERE group_id = upload_group.id)`.execute(
    transaction,
  )
}
