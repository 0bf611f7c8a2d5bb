import type { MadeScript } from '#server/features/analyzers/testing/analysis-parts.ts'
import { makeAnalyzer, makeDataset, makeScript } from '#server/features/analyzers/testing/analysis-parts.ts'
import type { Asked, MakeRequest } from './asked.ts'
import { absentId } from './asked.ts'
import type { Tenant, World } from './world.ts'
import { marked } from './world.ts'

/** Each is about one that is the caller's own, or another organization's. */
const about: Readonly<Record<string, MakeRequest>> = {
  listDatasets: () => ({}),
  createDataset: ({ caller }) => ({ body: chosen(caller.tenant, caller.tenant.fileVersionId) }),
  'createDataset dynamic': ({ caller }) => ({ body: { name: marked(caller.tenant, 'dynamic'), type: 'dynamic' } }),
  'createDataset upload_file_version_id': ({ caller, tenant }) => ({
    body: chosen(caller.tenant, tenant?.fileVersionId ?? absentId),
  }),
  getDataset: async (asked) => ({ params: { id: await datasetOf(asked) } }),
  updateDataset: async (asked) => ({ params: { id: await datasetOf(asked) }, body: { description: 'changed' } }),
  'updateDataset upload_file_version_id': async ({ tenant, ...asked }) => ({
    params: { id: await datasetOf({ ...asked, target: 'own', tenant: asked.caller.tenant }) },
    body: { upload_file_version_id: [tenant?.fileVersionId ?? absentId] },
  }),
  deleteDataset: async (asked) => ({ params: { id: await datasetOf(asked) } }),
  listDatasetFiles: async (asked) => ({ params: { id: await datasetOf(asked) } }),
  tryDatasetFilters: ({ tenant }) => ({
    body: { filters: [{ type: 'Vehicle', value: [String(tenant?.vehicleId ?? absentId)] }] },
  }),

  listAnalyzers: () => ({}),
  createAnalyzer: async (asked) => await newAnalyzer(asked, {}),
  'createAnalyzer ingress': async (asked) => {
    const { world, caller } = asked
    const owner = ownerOf({ ...asked, target: 'own' })
    const dataset = { organizationId: caller.tenant.id, userId: owner, type: 'dynamic' } as const
    return await newAnalyzer(asked, { type: 'ingress', datasets: [await makeDataset(world.api.database, dataset)] })
  },
  'createAnalyzer script_id': async (asked) => {
    const { world, caller, tenant } = asked
    const script = await scriptOf(world, tenant)
    // its own configuration, so that only the script is what is asked about
    const { configurationId } = tenant === caller.tenant ? script : await scriptOf(world, caller.tenant)
    return await newAnalyzer(asked, { script_id: [script.id], configs: [configurationId] })
  },
  'createAnalyzer configs': async (asked) => {
    const { world, caller, tenant } = asked
    const script = await scriptOf(world, caller.tenant)
    const { configurationId } = tenant === caller.tenant ? script : await scriptOf(world, tenant)
    return await newAnalyzer(asked, { script_id: [script.id], configs: [configurationId] })
  },
  'createAnalyzer datasets': async (asked) => await newAnalyzer(asked, { datasets: [await datasetOf(asked)] }),
  'createAnalyzer share_users': async (asked) => await newAnalyzer(asked, { share_users: [ownerOf(asked)] }),
  'createAnalyzer script_exec_user': async (asked) => await newAnalyzer(asked, { script_exec_user: ownerOf(asked) }),
  getAnalyzer: async (asked) => ({ params: { id: await analyzerOf(asked) } }),
  updateAnalyzer: async (asked) => ({ params: { id: await analyzerOf(asked) }, body: { description: 'changed' } }),
  deleteAnalyzer: async (asked) => ({ params: { id: await analyzerOf(asked) } }),
  deleteAnalyzerResults: async (asked) => ({ params: { id: await analyzerOf(asked) } }),
  getAnalyzerCoverage: async (asked) => ({ params: { id: await analyzerOf(asked, 'ingress') } }),
  backfillAnalyzer: async (asked) => ({
    params: { id: await analyzerOf(asked, 'ingress') },
    body: { states: ['missing'], dry_run: true },
  }),
  'createJob analyzer': async (asked) => ({
    body: { arguments: String(await analyzerOf(asked)), jobType: 'IPA_MANUAL', runType: 'DISTILLER' },
  }),
}

/** The same about one of a colleague, whose things are no secret to administrators, and analyzers to nobody. */
const ofColleague = [
  'getDataset',
  'updateDataset',
  'deleteDataset',
  'listDatasetFiles',
  'createAnalyzer datasets',
  'createAnalyzer share_users',
  'createAnalyzer script_exec_user',
  'getAnalyzer',
  'updateAnalyzer',
  'deleteAnalyzer',
  'deleteAnalyzerResults',
  'createJob analyzer',
]

/** Requests about datasets and analyzers; what they destroy or change is made for them. */
export const datasetRequests: Readonly<Record<string, MakeRequest>> = {
  ...about,
  ...Object.fromEntries(
    ofColleague.map((name): [string, MakeRequest] => [
      `${name} colleague`,
      async (asked) => (await about[name]?.({ ...asked, target: 'colleague', tenant: asked.caller.tenant })) ?? {},
    ]),
  ),
}

const chosen = (tenant: Tenant, fileVersionId: number) => ({
  name: marked(tenant, 'dataset'),
  type: 'static',
  upload_file_version_id: [fileVersionId],
})

/** The caller itself, or a colleague of the organization that is asked about. */
function ownerOf({ caller, target, tenant }: Asked): number {
  if (target === 'own') return (caller.person ?? caller.tenant.admin).id
  return tenant?.colleague.id ?? absentId
}

async function datasetOf(asked: Asked, type: 'static' | 'dynamic' = 'static'): Promise<number> {
  const { world, tenant } = asked
  if (tenant === undefined) return absentId
  const files = type === 'static' ? [tenant.fileVersionId] : []
  const given = { organizationId: tenant.id, userId: ownerOf(asked), name: marked(tenant, 'dataset'), type, files }
  return await makeDataset(world.api.database, given)
}

async function scriptOf({ api }: World, tenant: Tenant | undefined): Promise<MadeScript> {
  if (tenant === undefined) return { id: absentId, versionId: absentId, configurationId: absentId }
  return await makeScript(api.database, { organizationId: tenant.id, name: marked(tenant, 'script') })
}

async function analyzerOf(asked: Asked, type: 'manual' | 'ingress' = 'manual'): Promise<number> {
  const { world, tenant } = asked
  if (tenant === undefined) return absentId
  return await makeAnalyzer(world.api.database, {
    organizationId: tenant.id,
    userId: ownerOf(asked),
    name: marked(tenant, 'analyzer'),
    script: await scriptOf(world, tenant),
    datasetId: await datasetOf(asked, type === 'manual' ? 'static' : 'dynamic'),
    type,
  })
}

/** A body that is right but for what is asked about. */
async function newAnalyzer(asked: Asked, changes: object) {
  const { world, caller } = asked
  const script = await scriptOf(world, caller.tenant)
  const datasetId = await datasetOf({ ...asked, target: 'own', tenant: caller.tenant })
  const body = {
    name: marked(caller.tenant, 'analyzer'),
    type: 'manual',
    script_id: [script.id],
    configs: [script.configurationId],
    datasets: [datasetId],
  }
  return { body: { ...body, ...changes } }
}
