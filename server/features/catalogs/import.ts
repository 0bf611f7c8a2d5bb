import type { Transaction } from 'kysely'
import type { CatalogKind } from '#contract/catalogs.ts'
import { catalogFromForm } from '#recording/catalogs/form.ts'
import { BlobMissing } from '#server/blob-store/blob-store.ts'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import type { Database } from '#server/database/schema.ts'
import type { Platform } from '#server/platform.ts'
import type { JobHandler } from '#server/queue/job-handler.ts'
import { JobFailure } from '#server/queue/job-handler.ts'
import { newCatalogKey } from './blob-keys.ts'
import { decodeAllOf, whileCatalogsStay } from './decode-again.ts'
import { outlineOf } from './match.ts'
import type { StoredVersion } from './versions.ts'
import { findVersionById } from './versions.ts'

/** What became of the file of a catalog: its own form as text, or why it cannot be used. */
export type ReadCatalog =
  | { readonly kind: 'catalog'; readonly form: string }
  | { readonly kind: 'refused'; readonly problem: string }

/** Reads the file of a catalog. Errors other than a refusal are tried again. */
export type CatalogReader = (
  file: { readonly bytes: Uint8Array; readonly kind: CatalogKind; readonly name: string; readonly fileName: string },
  signal: AbortSignal,
) => Promise<ReadCatalog>

/** Notes kept of a version. */
const mostNotes = 100

interface Parts {
  readonly platform: Platform
  readonly read: CatalogReader
  readonly drafts: DraftFolder
}

/** Reads a version of a catalog (`lookupId`) into its own form; recordings that it decodes are decoded again. */
export function catalogImportHandler({ platform, read, drafts }: Parts): JobHandler {
  const { database, blobs } = platform
  return {
    async run({ lookupId }, { signal }) {
      const version = lookupId === null ? undefined : await findVersionById(database, lookupId)
      // deleted meanwhile
      if (version === undefined) return async () => {}
      const bytes = await wholeBlob(blobs, version.blobKey).catch((error: unknown) => {
        throw error instanceof BlobMissing ? new JobFailure(error.message, { cause: error }) : error
      })
      const { kind, name, fileName } = version
      const found = await read({ bytes, kind, name, fileName }, signal)
      if (found.kind === 'refused') return (transaction) => putProblem(transaction, version.id, found.problem)
      const formKey = newCatalogKey()
      await drafts.put(blobs, formKey, Buffer.from(found.form))
      return (transaction) => putForm(transaction, version, formKey, found.form)
    },

    failed({ lookupId }, reason) {
      return async (transaction) => {
        if (lookupId !== null) await putProblem(transaction, lookupId, `The catalog could not be read: ${reason}`)
      }
    },
  }
}

async function putForm(transaction: Transaction<Database>, version: StoredVersion, formKey: string, form: string): Promise<void> {
  const catalog = catalogFromForm(form)
  const notes = catalog.notes ?? []
  await whileCatalogsStay(transaction, version.organizationId, 'changes-catalogs')
  const row = await transaction
    .updateTable('catalog_version')
    .set({
      state: 'ready',
      form_key: formKey,
      problem: null,
      message_count: catalog.messages.length,
      signal_count: catalog.messages.reduce((sum, { signals }) => sum + signals.length, 0),
      notes: JSON.stringify(notes.slice(0, mostNotes).map(({ line, text }) => ({ line, text: storable(text) }))),
      note_count: notes.length,
      outline: JSON.stringify(outlineOf(catalog)),
    })
    .where('id', '=', version.id)
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined) await decodeAllOf(transaction, version.catalogId)
}

async function putProblem(transaction: Transaction<Database>, versionId: number, problem: string): Promise<void> {
  await transaction
    .updateTable('catalog_version')
    .set({ state: 'failed', form_key: null, problem: storable(problem) })
    .where('id', '=', versionId)
    .execute()
}

/** PostgreSQL keeps no zero characters, and nobody reads more than this. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().slice(0, 2000)
}
