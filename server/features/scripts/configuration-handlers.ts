import type { Configuration } from '#contract/ipa-configurations.ts'
import { largestConfiguration } from '#contract/ipa-configurations.ts'
import { unlessNameTaken } from '#server/features/fleets/names.ts'
import { safeFileName } from '#server/features/uploads/file-name.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import {
  changeConfiguration,
  findConfiguration,
  findConfigurations,
  hideConfiguration,
  insertConfiguration,
  readConfiguration,
} from './configurations.ts'
import { findScript } from './scripts.ts'

type Ours =
  | 'listConfigurations'
  | 'createConfiguration'
  | 'getConfiguration'
  | 'updateConfiguration'
  | 'deleteConfiguration'
  | 'getConfigurationFile'

/** What steers scripts: everybody adds, whoever added changes, administrators delete. */
export function configurationHandlers({ database }: Platform): HandlersOf<Ours> {
  const ofScript = async (caller: UserCaller, id: number): Promise<void> => {
    if ((await findScript(database, caller, id)) === undefined) throw notFound()
  }
  const find = async (caller: UserCaller, which: { id: number; configId: number }): Promise<Configuration> => {
    const found = await findConfiguration(database, caller, which)
    if (found === undefined) throw notFound()
    return found
  }
  return {
    async listConfigurations({ caller, params }) {
      await ofScript(caller, params.id)
      return await findConfigurations(database, caller, params.id)
    },

    async createConfiguration({ caller, params, body }) {
      await ofScript(caller, params.id)
      const { name, description, file } = body
      const filename = filenameOf(body.filename ?? `${name.replaceAll(/[/\\]/g, '-')}.asl`)
      const given = { scriptId: params.id, userId: caller.userId, name, description, filename, content: contentOf(file) }
      const configId = await unlessNameTaken(name, () => insertConfiguration(database, given))
      return await find(caller, { id: params.id, configId })
    },

    async getConfiguration({ caller, params }) {
      return await find(caller, params)
    },

    async updateConfiguration({ caller, params, body }) {
      const { may_edit } = await find(caller, params)
      if (!may_edit) throw new Problem('forbidden')
      const { name, description, file } = body
      const filename = body.filename === undefined ? undefined : filenameOf(body.filename)
      const change = { name, description, filename, content: file === undefined ? undefined : contentOf(file) }
      await unlessNameTaken(name ?? '', () => changeConfiguration(database, params.configId, change))
      return await find(caller, params)
    },

    async deleteConfiguration({ caller, params }) {
      await find(caller, params)
      await hideConfiguration(database, params.configId)
      return undefined
    },

    async getConfigurationFile({ caller, params }) {
      const { filename } = await find(caller, params)
      const content = await readConfiguration(database, params.configId)
      if (content === undefined) throw notFound()
      return { filename, file: content.toString('base64') }
    },
  }
}

/** @throws Problem `invalid-fields` */
function filenameOf(given: string): string {
  const name = safeFileName(given)
  if (name === undefined) throw invalidField('filename', 'The file must have a name')
  return name
}

/** @throws Problem `invalid-fields` */
function contentOf(file: string): Buffer {
  const content = Buffer.from(file, 'base64')
  if (content.length > largestConfiguration)
    throw invalidField('file', `The file has ${content.length} bytes; a configuration may have at most ${largestConfiguration}`)
  return content
}
