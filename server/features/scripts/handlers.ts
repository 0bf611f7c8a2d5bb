import type { IpaScriptDetail } from '#contract/ipa-scripts.ts'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { unlessNameTaken } from '#server/features/fleets/names.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { configurationHandlers } from './configuration-handlers.ts'
import { tellAdministrators, tellUploader } from './notices.ts'
import { packageHandlers } from './package-handlers.ts'
import type { PackageReader } from './package/package-reader.ts'
import { mayUpload } from './policy.ts'
import { changeScript, findScript, findScripts, hideScript, insertScript } from './scripts.ts'
import { storePackage } from './store-package.ts'
import { addVersion, reviewVersion, versionsOf } from './versions.ts'

type Ours =
  | 'listIpaScripts'
  | 'createIpaScript'
  | 'getIpaScript'
  | 'updateIpaScript'
  | 'deleteIpaScript'
  | 'reviewIpaScript'
  | keyof ReturnType<typeof packageHandlers>
  | keyof ReturnType<typeof configurationHandlers>

/** Analysis scripts: uploaded by users, approved by administrators, by the digest of what was looked at. */
export function scriptHandlers(platform: Platform, drafts: DraftFolder, reader: PackageReader): HandlersOf<Ours> {
  const { database, blobs, settings } = platform
  const byMail = settings.smtpUrl !== undefined
  const store = (file: string) => storePackage({ blobs, drafts, reader }, file)
  const find = async (caller: UserCaller, id: number) => {
    const script = await findScript(database, caller, id)
    if (script === undefined) throw notFound()
    return script
  }
  const detail = async (caller: UserCaller, id: number): Promise<IpaScriptDetail> => ({
    ...(await find(caller, id)),
    versions: await versionsOf(database, id),
  })
  const checkUpload = (caller: UserCaller): void => {
    if (!mayUpload(settings, caller)) throw new Problem('forbidden')
  }
  return {
    ...packageHandlers(platform),
    ...configurationHandlers(platform),

    async listIpaScripts({ caller, query }) {
      return await findScripts(database, caller, query)
    },

    async createIpaScript({ caller, body }) {
      checkUpload(caller)
      const { name, description } = body
      const { organizationId, userId, username } = caller
      const stored = await store(body.file)
      const add = () =>
        database.transaction().execute(async (transaction) => {
          const scriptId = await insertScript(transaction, { organizationId, userId, name, description })
          const { number } = await addVersion(transaction, { ...stored, scriptId, userId })
          await tellAdministrators(transaction, { organizationId, scriptId, name, number, byMail }, username)
          return scriptId
        })
      return await detail(caller, await unlessNameTaken(name, add))
    },

    async getIpaScript({ caller, params }) {
      return await detail(caller, params.id)
    },

    async updateIpaScript({ caller, params, body }) {
      const { may_edit, name } = await find(caller, params.id)
      if (!may_edit) throw new Problem('forbidden')
      if (body.file !== undefined) checkUpload(caller)
      const { organizationId, userId, username } = caller
      const about = { organizationId, scriptId: params.id, name: body.name ?? name, byMail }
      const stored = body.file === undefined ? undefined : await store(body.file)
      const change = () =>
        database.transaction().execute(async (transaction) => {
          await changeScript(transaction, params.id, body)
          if (stored === undefined) return
          const { kind, number } = await addVersion(transaction, { ...stored, scriptId: params.id, userId })
          if (kind === 'same') throw new Problem('script-same', { number })
          await tellAdministrators(transaction, { ...about, number }, username)
        })
      await unlessNameTaken(about.name, change)
      return await detail(caller, params.id)
    },

    async deleteIpaScript({ caller, params }) {
      const { may_delete } = await find(caller, params.id)
      if (!may_delete) throw new Problem('forbidden')
      await hideScript(database, params.id)
      return undefined
    },

    async reviewIpaScript({ caller, params, body }) {
      const { name } = await find(caller, params.id)
      const { organizationId, userId: reviewerId } = caller
      const scriptId = params.id
      await database.transaction().execute(async (transaction) => {
        const reviewed = await reviewVersion(transaction, { ...body, scriptId, reviewerId })
        const { kind, number } = reviewed
        if (kind === 'another-came') throw new Problem('script-changed', { number })
        if (kind === 'reviewed-before') throw new Problem('script-reviewed', { number, status: words[reviewed.status] })
        const { uploaderId } = reviewed
        if (uploaderId === null) return
        await tellUploader(transaction, { organizationId, scriptId, name, number, byMail }, { ...body, uploaderId })
      })
      return await detail(caller, scriptId)
    },
  }
}

const words = { PENDING: 'waiting', ACCEPTED: 'accepted', REJECTED: 'rejected' } as const
