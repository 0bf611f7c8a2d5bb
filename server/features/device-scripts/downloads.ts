import type { BlobStore } from '#server/blob-store/blob-store.ts'
import type { FindDownloadable } from '#server/features/downloads/downloadable.ts'
import { storedFile } from '#server/features/downloads/downloadable.ts'
import { extensionOf } from '#server/features/uploads/file-name.ts'
import { findScriptFile } from './store.ts'

/** The file of a script, by the id that the script's detail tells. */
export function scriptFiles(blobs: BlobStore): FindDownloadable {
  return async (database, { organizationId }, fileId) => {
    const file = await findScriptFile(database, organizationId, { fileId })
    return file && storedFile(blobs, { ...file, extension: extensionOf(file.fileName) })
  }
}

/** The VSDB of a script, by the script's id. */
export function scriptVsdbs(blobs: BlobStore): FindDownloadable {
  return async (database, { organizationId }, scriptId) => {
    const file = await findScriptFile(database, organizationId, { vsdbOf: scriptId })
    return file && storedFile(blobs, { ...file, extension: extensionOf(file.fileName) })
  }
}
