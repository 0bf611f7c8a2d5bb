import { createConfiguration } from '#contract/ipa-configurations.ts'
import { createIpaScript } from '#contract/ipa-scripts.ts'
import { writeCanonicalZip } from '#server/features/scripts/package/canonical-zip.ts'
import type { Asked, MakeRequest } from './asked.ts'
import { absentId } from './asked.ts'
import type { Tenant } from './world.ts'

const path = '__main__.py'
let serial = 0
/** Names of scripts and configurations have at most 30 characters. */
const shortName = ({ mark }: Tenant): string => `${mark} ${++serial}`
const packageOf = ({ mark }: Tenant, text = ''): string =>
  writeCanonicalZip([{ path, bytes: Buffer.from(`# ${mark} ${text}\n`) }]).zip.toString('base64')
const asl = ({ mark }: Tenant): string => Buffer.from(JSON.stringify({ mark })).toString('base64')

interface Made {
  readonly id: number
  readonly configId: number
}

/** A script with a configuration, of the caller where it is somebody of the organization, of a colleague, or of nobody. */
async function scriptOf({ world, caller, target, tenant }: Asked, whose: 'own' | 'colleague' = 'own'): Promise<Made> {
  if (!tenant) return { id: absentId, configId: absentId }
  const { api } = world
  const { token } = tenant.admin
  const made = await api.call(createIpaScript, { token, body: { name: shortName(tenant), file: packageOf(tenant) } })
  const params = { id: made.body.id }
  const config = await api.call(createConfiguration, { token, params, body: { name: shortName(tenant), file: asl(tenant) } })
  const owner = whose === 'colleague' ? tenant.colleague : target === 'own' ? (caller.person ?? tenant.admin) : tenant.admin
  await api.database.pool.query('UPDATE script SET user_id = $1 WHERE id = $2', [owner.id, made.body.id])
  await api.database.pool.query('UPDATE configuration SET user_id = $1 WHERE id = $2', [owner.id, config.body.id])
  return { id: made.body.id, configId: config.body.id }
}

const scriptParams = async (asked: Asked) => ({ params: { id: (await scriptOf(asked)).id } })
const configParams = async (asked: Asked) => ({ params: { ...(await scriptOf(asked)) } })

/** Requests about analysis scripts, one for each row of the table. */
export const scriptRequests: Readonly<Record<string, MakeRequest>> = {
  listIpaScripts: () => ({}),
  createIpaScript: ({ caller: { tenant } }) => ({ body: { name: shortName(tenant), file: packageOf(tenant) } }),
  getIpaScript: scriptParams,
  updateIpaScript: async (asked) => ({
    ...(await scriptParams(asked)),
    body: { description: asked.caller.tenant.mark, file: packageOf(asked.caller.tenant, 'changed') },
  }),
  'updateIpaScript of a colleague': async (asked) => ({
    params: { id: (await scriptOf(asked, 'colleague')).id },
    body: { description: 'changed' },
  }),
  deleteIpaScript: scriptParams,
  'deleteIpaScript of a colleague': async (asked) => ({ params: { id: (await scriptOf(asked, 'colleague')).id } }),
  reviewIpaScript: async (asked) => ({ ...(await scriptParams(asked)), body: { decision: 'ACCEPTED' } }),
  listPackageFiles: scriptParams,
  getPackageFile: async (asked) => ({ ...(await scriptParams(asked)), query: { path } }),
  getIpaPackage: scriptParams,

  listConfigurations: scriptParams,
  createConfiguration: async (asked) => ({
    ...(await scriptParams(asked)),
    body: { name: shortName(asked.caller.tenant), file: asl(asked.caller.tenant) },
  }),
  getConfiguration: configParams,
  'getConfiguration configId': async (asked) => ({
    params: {
      id: (await scriptOf({ ...asked, target: 'own', tenant: asked.caller.tenant })).id,
      configId: (await scriptOf(asked)).configId,
    },
  }),
  updateConfiguration: async (asked) => ({
    ...(await configParams(asked)),
    body: { description: 'changed', file: asl(asked.caller.tenant) },
  }),
  'updateConfiguration of a colleague': async (asked) => ({
    params: { ...(await scriptOf(asked, 'colleague')) },
    body: { description: 'changed' },
  }),
  deleteConfiguration: configParams,
  getConfigurationFile: configParams,
}
