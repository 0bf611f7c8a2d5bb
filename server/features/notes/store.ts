import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'

export interface FoundNotes {
  readonly notes: string
  /** Who uploaded; null: a logger did. */
  readonly userId: number | null
}

/** The extraction notes of an upload that can be found; undefined when there is no such upload, '' without notes. */
export async function findNotes(
  database: Kysely<Database>,
  organizationId: number,
  uploadId: number,
): Promise<FoundNotes | undefined> {
  const row = await database
    .selectFrom('upload')
    .where('id', '=', uploadId)
    .where('organization_id', '=', organizationId)
    .where('shape_id', 'is not', null)
    .select(['notes', 'user_id'])
    .executeTakeFirst()
  return row && { notes: row.notes ?? '', userId: row.user_id }
}

/** False when the upload has gone meanwhile. */
export async function changeNotes(
  database: Kysely<Database>,
  organizationId: number,
  uploadId: number,
  notes: string,
): Promise<boolean> {
  const row = await database
    .updateTable('upload')
    .set({ notes: notes === '' ? null : notes })
    .where('id', '=', uploadId)
    .where('organization_id', '=', organizationId)
    .where('shape_id', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
