import { createHash } from 'node:crypto'
import type { CatalogKind } from '#contract/catalogs.ts'
import { catalogKind, largestCatalog } from '#contract/catalogs.ts'
import { BlobMissing } from '#server/blob-store/blob-store.ts'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import { unlessNameTaken } from '#server/features/fleets/names.ts'
import { extensionOf, safeFileName } from '#server/features/uploads/file-name.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Answer } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { assignmentHandlers } from './assignment-handlers.ts'
import { newCatalogKey } from './blob-keys.ts'
import { deleteUnassignedCatalog, findCatalog, insertCatalog, listCatalogPage, renameCatalog } from './catalogs.ts'
import { recordingsFitting } from './fitting.ts'
import { CatalogForms } from './forms.ts'
import { messagesLike, presentMessage } from './messages.ts'
import type { NewVersion } from './versions.ts'
import { addVersion, findVersion } from './versions.ts'

type Ours =
  | 'listCatalogs'
  | 'createCatalog'
  | 'getCatalog'
  | 'updateCatalog'
  | 'deleteCatalog'
  | 'addCatalogVersion'
  | 'getCatalogFile'
  | 'listCatalogMessages'
  | 'assignCatalog'
  | 'unassignCatalog'
  | 'listCatalogRecordings'

export function catalogHandlers(platform: Platform, drafts: DraftFolder): HandlersOf<Ours> {
  const { database, blobs } = platform
  const forms = new CatalogForms(blobs)
  const detail = async (caller: UserCaller, id: number) => {
    const catalog = await findCatalog(database, caller.organizationId, id)
    if (catalog === undefined) throw notFound()
    return catalog
  }
  return {
    ...assignmentHandlers(platform),

    async listCatalogs({ caller, query }) {
      const { total, rows } = await listCatalogPage(database, caller.organizationId, query)
      return new Answer(rows, { total, max: query.max, offset: query.offset })
    },

    async createCatalog({ caller, body }) {
      const { bytes, ...file } = fileOf(body)
      const kind = body.kind ?? kindOf(file.fileName)
      const blobKey = newCatalogKey()
      await drafts.put(blobs, blobKey, bytes)
      const { organizationId, userId } = caller
      const add = () =>
        database.transaction().execute(async (transaction) => {
          const catalogId = await insertCatalog(transaction, { organizationId, name: body.name, kind })
          await addVersion(transaction, { ...file, organizationId, userId, catalogId, blobKey })
          return catalogId
        })
      return await detail(caller, await unlessNameTaken(body.name, add))
    },

    async getCatalog({ caller, params }) {
      return await detail(caller, params.id)
    },

    async updateCatalog({ caller, params, body }) {
      const rename = () => renameCatalog(database, caller.organizationId, params.id, body.name)
      if (!(await unlessNameTaken(body.name, rename))) throw notFound()
      return await detail(caller, params.id)
    },

    async deleteCatalog({ caller, params }) {
      const count = await deleteUnassignedCatalog(database, caller.organizationId, params.id)
      if (count === undefined) throw notFound()
      if (count > 0) throw new Problem('catalog-assigned', { count })
      return undefined
    },

    async addCatalogVersion({ caller, params, body }) {
      await detail(caller, params.id)
      const { bytes, ...file } = fileOf(body)
      const blobKey = newCatalogKey()
      await drafts.put(blobs, blobKey, bytes)
      const { organizationId, userId } = caller
      const added = await database
        .transaction()
        .execute((transaction) => addVersion(transaction, { ...file, organizationId, userId, catalogId: params.id, blobKey }))
      if (added.kind === 'no-catalog') throw notFound()
      if (added.kind === 'same') throw new Problem('catalog-same', { number: added.number })
      const version = (await detail(caller, params.id)).versions.find(({ number }) => number === added.number)
      if (version === undefined) throw notFound()
      return version
    },

    async getCatalogFile({ caller, params }) {
      const version = await findVersion(database, caller.organizationId, params)
      if (version === undefined) throw notFound()
      const bytes = await wholeBlob(blobs, version.blobKey).catch(missing)
      return { fileName: version.fileName, file: bytes.toString('base64') }
    },

    async listCatalogMessages({ caller, params, query }) {
      const version = await findVersion(database, caller.organizationId, params)
      if (version === undefined) throw notFound()
      const catalog = version.formKey === null ? { name: '', messages: [] } : await forms.read(version.formKey).catch(missing)
      const { offset, max } = query
      const messages = messagesLike(catalog, query.q ?? '')
      const rows = messages.slice(offset, offset + max).map(presentMessage)
      return new Answer(rows, { total: messages.length, max, offset })
    },

    async listCatalogRecordings({ caller, params, query }) {
      const fitting = await recordingsFitting(database, caller.organizationId, params.id)
      if (fitting === undefined) throw notFound()
      const { offset, max } = query
      return new Answer(fitting.slice(offset, offset + max), { total: fitting.length, max, offset })
    },
  }
}

type GivenFile = Pick<NewVersion, 'fileName' | 'comment' | 'size' | 'sha256'> & { readonly bytes: Buffer }

/** @throws Problem `invalid-fields` for a name or size that cannot be */
function fileOf({ fileName, file, comment }: { fileName: string; file: string; comment: string }): GivenFile {
  const name = safeFileName(fileName)
  if (name === undefined) throw invalidField('fileName', 'The file must have a name')
  const bytes = Buffer.from(file, 'base64')
  if (bytes.length > largestCatalog)
    throw invalidField('file', `The file has ${bytes.length} bytes; a catalog may have at most ${largestCatalog}`)
  return { bytes, fileName: name, comment, size: bytes.length, sha256: createHash('sha256').update(bytes).digest() }
}

function kindOf(fileName: string): CatalogKind {
  const kind = catalogKind.safeParse(extensionOf(fileName))
  if (!kind.success) throw invalidField('kind', `Say what kind of catalog this is: ${catalogKind.options.join(', ')}`)
  return kind.data
}

function missing(error: unknown): never {
  throw error instanceof BlobMissing ? new Problem('file-gone') : error
}
