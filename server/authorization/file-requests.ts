import { putScriptFile } from '#contract/device-scripts.ts'
import { recycleFileVersion } from '#contract/recycling.ts'
import { createUpload } from '#contract/uploads.ts'
import type { MakeRequest } from './asked.ts'
import { absentId, absentKey } from './asked.ts'
import type { Request, Tenant, World } from './world.ts'
import { begin, beginUpload, marked, send } from './world.ts'

const attached = { fileName: 'script.vs3', file: Buffer.from('script').toString('base64') }

/** Requests about files of the archive and what belongs to them; what they destroy or change is made for them. */
export const fileRequests: Readonly<Record<string, MakeRequest>> = {
  recycleFileVersion: async ({ world, tenant }) => await aboutFile(world, tenant),
  listRecycled: () => ({}),
  restoreFileVersion: async ({ world, tenant }) => await aboutRecycled(world, tenant),
  purgeFileVersion: async ({ world, tenant }) => await aboutRecycled(world, tenant),

  getNotes: ({ tenant }) => ({ query: { id: tenant?.uploadId ?? absentId } }),
  putNotes: ({ tenant }) => ({
    query: { id: tenant?.uploadId ?? absentId },
    body: { notes: tenant ? marked(tenant, 'notes') : '' },
  }),

  getScript: async ({ world, tenant }) => ({ params: { id: await scriptOf(world, tenant) } }),
  putScriptFile: async ({ world, tenant }) => ({ params: { id: await scriptOf(world, tenant) }, body: attached }),
  putScriptVsdb: async ({ world, tenant }) => ({ params: { id: await scriptOf(world, tenant) }, body: attached }),
  'requestDownload download': async ({ world, tenant }) => ({
    query: { type: 'download', id: await scriptFileOf(world, tenant) },
  }),
  'requestDownload scriptId': async ({ world, tenant }) => ({
    query: { type: 'vsdb', scriptId: await scriptOf(world, tenant) },
  }),

  listPendingUploads: async ({ world, tenant }) => {
    if (tenant) await beginUpload(world, 'person', tenant.admin.token, tenant.vehicleId)
    return { query: { vehicleId: tenant?.vehicleId ?? absentId } }
  },
  abandonPendingUpload: async ({ world, caller, target, tenant }) => {
    if (!tenant) return { params: { uploadKey: absentKey } }
    const owner = target === 'own' ? (caller.person ?? tenant.admin) : tenant.colleague
    return { params: { uploadKey: await beginUpload(world, 'person', owner.token, tenant.vehicleId) } }
  },
}

async function aboutFile(world: World, tenant: Tenant | undefined): Promise<Request> {
  return { params: { id: tenant ? await freshFile(world, tenant) : absentId } }
}

async function aboutRecycled(world: World, tenant: Tenant | undefined): Promise<Request> {
  const request = await aboutFile(world, tenant)
  if (tenant) await send(world.api, recycleFileVersion, { token: tenant.admin.token, ...request })
  return request
}

async function freshFile({ api }: World, tenant: Tenant): Promise<number> {
  const bytes = marked(tenant, 'bytes')
  const metadata = { filename: 'fresh.txt', collection: bytes, vehicleId: tenant.vehicleId }
  const { headers } = await send(api, createUpload, {
    token: tenant.admin.token,
    headers: { ...begin(bytes.length, metadata), 'content-type': 'application/offset+octet-stream' },
    bytes,
  })
  return Number(headers.get('x-loggerhead-file-version-id'))
}

/** A script that loggers of the organization have named, with a VSDB. */
async function scriptOf({ api }: World, tenant: Tenant | undefined): Promise<number> {
  if (!tenant) return absentId
  const known = await api.database.kysely
    .selectFrom('device_script')
    .where('organization_id', '=', tenant.id)
    .select('id')
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await api.database.kysely
    .insertInto('device_script')
    .values({ organization_id: tenant.id, name: marked(tenant, 'script') })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const path of ['file', 'vsdb'] as const) {
    const operation = { ...putScriptFile, path: `/api/v1/scripts/{id}/${path}` }
    await send(api, operation, { token: tenant.admin.token, params: { id }, body: attached })
  }
  return id
}

async function scriptFileOf(world: World, tenant: Tenant | undefined): Promise<number> {
  const file = await world.api.database.kysely
    .selectFrom('device_script_file')
    .where('script_id', '=', await scriptOf(world, tenant))
    .where('kind', '=', 'file')
    .select('id')
    .executeTakeFirst()
  return file?.id ?? absentId
}
