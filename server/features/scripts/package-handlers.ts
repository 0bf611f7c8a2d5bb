import { BlobMissing } from '#server/blob-store/blob-store.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import { safeFileName } from '#server/features/uploads/file-name.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { compareFiles, memberAt, readText } from './package-files.ts'
import { findScript } from './scripts.ts'
import type { StoredPackage } from './versions.ts'
import { acceptedBefore, findPackage } from './versions.ts'

type Ours = 'listPackageFiles' | 'getPackageFile' | 'getIpaPackage'

/** What is in a package, for whoever reviews or uses it. */
export function packageHandlers({ database, blobs }: Platform): HandlersOf<Ours> {
  const find = async (caller: UserCaller, id: number, version: number | undefined) => {
    const script = await findScript(database, caller, id)
    const stored = script && (await findPackage(database, id, version))
    if (script === undefined || stored === undefined) throw notFound()
    return { script, stored }
  }
  const before = (id: number, { number }: StoredPackage) => acceptedBefore(database, id, number)
  return {
    async listPackageFiles({ caller, params, query }) {
      const { stored } = await find(caller, params.id, query.version)
      return compareFiles(stored.members, (await before(params.id, stored))?.members ?? [])
    },

    async getPackageFile({ caller, params, query }) {
      const { stored } = await find(caller, params.id, query.version)
      const accepted = await before(params.id, stored)
      const member = memberAt(stored, query.path) ?? memberAt(accepted, query.path)
      if (member === undefined) throw notFound()
      const [text, was] = await Promise.all([readText(blobs, stored, query.path), readText(blobs, accepted, query.path)]).catch(
        missing,
      )
      return { path: query.path, size: member.size, text, before: was }
    },

    async getIpaPackage({ caller, params, query }) {
      const { script, stored } = await find(caller, params.id, query.version)
      const bytes = await wholeBlob(blobs, stored.blobKey).catch(missing)
      const filename = safeFileName(`${script.name.replaceAll(/[/\\]/g, '-')}.zip`) ?? 'script.zip'
      return { filename, sha256: stored.sha256.toString('hex'), file: bytes.toString('base64') }
    },
  }
}

function missing(error: unknown): never {
  throw error instanceof BlobMissing ? new Problem('file-gone') : error
}
