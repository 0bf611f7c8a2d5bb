import { scriptFiles, scriptVsdbs } from '#server/features/device-scripts/downloads.ts'
import { resultFiles, resultZips } from '#server/features/results/downloads.ts'
import type { Platform } from '#server/platform.ts'
import type { Downloadables } from './downloadable.ts'
import { fileVersions } from './file-versions.ts'
import { zips } from './zips.ts'

/** What each type of token stands for. */
export function downloadables(platform: Platform): Downloadables {
  const { blobs } = platform
  return {
    uploadFileVersion: fileVersions(blobs),
    user: zips(platform),
    download: scriptFiles(blobs),
    vsdb: scriptVsdbs(blobs),
    resultFile: resultFiles(platform),
    resultFiles: resultZips(platform),
  }
}
