import type { BlobStore } from '#server/blob-store/blob-store.ts'
import type { FindDownloadable } from './downloadable.ts'
import { storedFile } from './downloadable.ts'

/** Files of the archive that can be found. */
export function fileVersions(blobs: BlobStore): FindDownloadable {
  return async (database, { organizationId }, id) => {
    const file = await database
      .selectFrom('file_version as file')
      .innerJoin('upload', 'upload.id', 'file.upload_id')
      .where('file.id', '=', id)
      .where('file.organization_id', '=', organizationId)
      .where('file.recycled_at', 'is', null)
      .where('upload.shape_id', 'is not', null)
      .select(['file_name as fileName', 'extension', 'size', 'sha256', 'blob_key as blobKey'])
      .executeTakeFirst()
    return file && storedFile(blobs, file)
  }
}
