import { createHash } from 'node:crypto'
import type { DeviceScript } from '#contract/device-scripts.ts'
import { largestScriptFile } from '#contract/device-scripts.ts'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { safeFileName } from '#server/features/uploads/file-name.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { newScriptKey } from './blob-keys.ts'
import type { ScriptFileKind } from './store.ts'
import { findScript, replaceScriptFile } from './store.ts'

type Ours = 'getScript' | 'putScriptFile' | 'putScriptVsdb'

export function deviceScriptHandlers({ database, blobs, log }: Platform, drafts: DraftFolder): HandlersOf<Ours> {
  const find = async ({ organizationId }: UserCaller, id: number): Promise<DeviceScript> => {
    const script = await findScript(database, organizationId, id)
    if (script === undefined) throw notFound()
    return script
  }
  const attach =
    (kind: ScriptFileKind) =>
    async ({ caller, params, body }: Attaching): Promise<DeviceScript> => {
      const { bytes, fileName } = fileOf(body)
      await find(caller, params.id)
      const blobKey = newScriptKey()
      await drafts.put(blobs, blobKey, bytes)
      const { organizationId, userId } = caller
      const sha256 = createHash('sha256').update(bytes).digest()
      const file = { organizationId, userId, scriptId: params.id, kind, fileName, size: bytes.length, sha256, blobKey }
      const replaced = await replaceScriptFile(database, file)
      if (replaced === undefined) throw notFound()
      for (const key of replaced)
        await blobs.delete(key).catch((error: unknown) => log.warn({ err: error, key }, "a script's file is left to the sweep"))
      return await find(caller, params.id)
    }
  return {
    async getScript({ caller, params }) {
      return await find(caller, params.id)
    },
    putScriptFile: attach('file'),
    putScriptVsdb: attach('vsdb'),
  }
}

interface Attaching {
  readonly caller: UserCaller
  readonly params: { readonly id: number }
  readonly body: { readonly fileName: string; readonly file: string }
}

/** @throws Problem `invalid-fields` for a name or size that cannot be */
function fileOf({ fileName, file }: Attaching['body']): { fileName: string; bytes: Buffer } {
  const name = safeFileName(fileName)
  if (name === undefined) throw invalidField('fileName', 'The file must have a name')
  const bytes = Buffer.from(file, 'base64')
  if (bytes.length > largestScriptFile)
    throw invalidField('file', `The file has ${bytes.length} bytes; one may have at most ${largestScriptFile}`)
  return { fileName: name, bytes }
}
