import { scriptFiles, scriptVsdbs } from '#server/features/device-scripts/downloads.ts'
import type { Platform } from '#server/platform.ts'
import type { Downloadables, FindDownloadable } from './downloadable.ts'
import { fileVersions } from './file-versions.ts'

const nothing: FindDownloadable = async () => undefined

/** What each type of token stands for. */
export function downloadables({ blobs }: Platform): Downloadables {
  return { uploadFileVersion: fileVersions(blobs), user: nothing, download: scriptFiles(blobs), vsdb: scriptVsdbs(blobs) }
}
