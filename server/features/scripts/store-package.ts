import { largestPackage } from '#contract/ipa-scripts.ts'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { invalidField } from '#server/http/problem.ts'
import { newPackageKey } from './blob-keys.ts'
import { PackageProblem } from './package/package-problem.ts'
import type { PackageReader } from './package/package-reader.ts'
import type { NewVersion } from './versions.ts'

interface Parts {
  readonly blobs: BlobStore
  readonly drafts: DraftFolder
  readonly reader: PackageReader
}

/**
 * Reads what somebody sent, and stores its canonical form under a key of its own.
 * @throws Problem `invalid-fields` on `file`, with a sentence that names what is wrong in the zip
 */
export async function storePackage(
  { blobs, drafts, reader }: Parts,
  file: string,
): Promise<Pick<NewVersion, 'sha256' | 'size' | 'members' | 'blobKey'>> {
  const bytes = Buffer.from(file, 'base64')
  if (bytes.length > largestPackage)
    throw invalidField('file', `The zip has ${bytes.length} bytes; a script may have at most ${largestPackage}`)
  const { zip, sha256, members } = await reader.read(bytes).catch((error: unknown) => {
    throw error instanceof PackageProblem ? invalidField('file', error.message) : error
  })
  const blobKey = newPackageKey()
  await drafts.put(blobs, blobKey, zip)
  return { sha256, size: zip.length, members, blobKey }
}
