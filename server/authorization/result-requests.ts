import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Asked, MakeRequest } from './asked.ts'
import { absentId } from './asked.ts'
import type { Tenant, World } from './world.ts'
import { marked } from './world.ts'

/** One request for each row of result-rows.ts. */
export const resultRequests: Readonly<Record<string, MakeRequest>> = {
  listResults: () => ({ query: { owner: 'everybody' } }),
  ...each('getResult', async (run) => ({ params: { id: run.id } })),
  ...each('deleteResult', async (run) => ({ params: { id: run.id } })),
  ...each('getResultFile', async (run) => ({ params: { id: run.fileId } })),
  ...each('deleteResultFile', async (run) => ({ params: { id: run.fileId } })),
  ...each('getResultLog', async (run) => ({ params: { id: run.id } })),
  ...each('listResultInputs', async (run) => ({ params: { id: run.id } })),
  ...each('cancelResult', async (run) => ({ params: { id: run.id } })),
  ...each('repeatResult', async (run) => ({ params: { id: run.id } })),
  shareResults: async (asked) => ({ body: { results: [(await runOf(asked)).id], users: [asked.caller.tenant.admin.id] } }),
  'shareResults files': async (asked) => ({
    body: { files: [(await runOf(asked)).fileId], users: [asked.caller.tenant.colleague.id] },
  }),
  'shareResults users': async (asked) => ({
    body: { results: [(await ownRun(asked)).id], users: [asked.tenant?.colleague.id ?? absentId] },
  }),
  requestResultFiles: async (asked) => ({ body: { results: [(await runOf(asked)).id] } }),
  'requestResultFiles files': async (asked) => ({ body: { files: [(await runOf(asked)).fileId] } }),
  ...each('requestDownload resultFile', async (run) => ({ query: { type: 'resultFile', id: run.fileId } })),
  tryIpaScript: async (asked) => ({
    params: { id: (await runOf(asked)).scriptId },
    body: { upload_file_version_id: [asked.caller.tenant.fileVersionId] },
  }),
  'tryIpaScript upload_file_version_id': async (asked) => ({
    params: { id: (await ownRun(asked)).scriptId },
    body: { upload_file_version_id: [asked.tenant?.fileVersionId ?? absentId] },
  }),
  'tryIpaScript config_id': async (asked) => {
    const { scriptId, configurationId } = await ownRun(asked)
    const isOwn = asked.target === 'own'
    return {
      params: { id: scriptId },
      body: {
        upload_file_version_id: [asked.caller.tenant.fileVersionId],
        config_id: isOwn ? configurationId : (await runOf(asked)).configurationId,
      },
    }
  },
  getAnalyzerMetrics: async (asked) => ({ params: { id: (await runOf(asked)).analyzerId } }),
  'cancelJob of a run': async (asked) => ({ params: { id: (await runOf(asked)).jobId } }),
  'deleteJob of a run': async (asked) => ({ params: { id: (await runOf(asked)).jobId } }),

  getAnalysisStatus: () => ({}),
  createAnalysisEnvironment: () => ({ body: { name: `made-${++serial}`, requirements: 'numpy' } }),
  deleteAnalysisEnvironment: async ({ world, target }) => {
    const name = `made-${++serial}`
    if (target === 'own') await world.addEnvironment(name)
    return { params: { name } }
  },
}

let serial = 0

/** The same about a run of the caller's, and about one of a colleague's. */
function each(name: string, make: (run: MadeRun) => ReturnType<MakeRequest>): Record<string, MakeRequest> {
  return {
    [name]: async (asked) => await make(await runOf(asked)),
    ...(!['shareResults'].includes(name) && {
      [`${name} of a colleague`]: async (asked) => await make(await runOf({ ...asked, target: 'colleague' })),
    }),
  }
}

interface MadeRun {
  readonly id: number
  readonly fileId: number
  readonly scriptId: number
  readonly configurationId: number
  readonly analyzerId: number
  readonly jobId: number
}

const noRun: MadeRun = {
  id: absentId,
  fileId: absentId,
  scriptId: absentId,
  configurationId: absentId,
  analyzerId: absentId,
  jobId: absentId,
}

const ownRun = async (asked: Asked) => await runOf({ ...asked, target: 'own', tenant: asked.caller.tenant })

/** One that has failed, of the caller where that is possible, else of somebody of the organization. */
async function runOf({ world, caller, target, tenant }: Asked): Promise<MadeRun> {
  const owner = target === 'own' ? (caller.person ?? tenant?.admin) : tenant?.colleague
  return owner && tenant ? await addRun(world, tenant, owner.id) : noRun
}

async function addRun({ api }: World, tenant: Tenant, userId: number): Promise<MadeRun> {
  const { kysely, pool } = api.database
  const one = async (text: string, ...values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(`${text} RETURNING id`, values)).rows[0]?.id ?? absentId
  const [organizationId, hash, key] = [tenant.id, Buffer.alloc(32), `results/${randomUUID()}`]
  const name = marked(tenant, 'script')
  const scriptId = await one('INSERT INTO script (organization_id, name) VALUES ($1, $2)', organizationId, name)
  const versionId = await one(
    `INSERT INTO script_version (script_id, number, sha256, size, files, blob_key, status)
     VALUES ($1, 1, $2, 1, 1, 'packages/none', 'ACCEPTED')`,
    scriptId,
    hash,
  )
  const configurationId = await one(
    'INSERT INTO configuration (script_id, name, filename, content, sha256) VALUES ($1, $2, $2, $3, $4)',
    scriptId,
    marked(tenant, 'configuration'),
    Buffer.from('{}'),
    hash,
  )
  const analyzerId = await one(
    `INSERT INTO analyzer (organization_id, user_id, name, type) VALUES ($1, $2, $3, 'manual')`,
    organizationId,
    userId,
    marked(tenant, 'analyzer'),
  )
  const jobId = await one(
    `INSERT INTO job (organization_id, job_type, run_status, finished) VALUES ($1, 'IPA_MANUAL', 'ERROR', now())`,
    organizationId,
  )
  const id = await one(
    `INSERT INTO run (organization_id, analyzer_id, type, status, job_id, user_id, script_version_id, script_name, script_number,
       script_sha256, environment, inputs_sha256, input_files, input_bytes, reason, finished_at)
     VALUES ($1, $2, 'manual', 'failed', $3, $4, $5, $6, 1, $7, 'default', $7, 1, 1, $8, now())`,
    organizationId,
    analyzerId,
    jobId,
    userId,
    versionId,
    name,
    hash,
    marked(tenant, 'reason'),
  )
  await kysely
    .insertInto('run_input')
    .values({ run_id: id, place: 1, file_version_id: tenant.fileVersionId, sha256: hash })
    .execute()
  await kysely
    .insertInto('run_line')
    .values({ run_id: id, number: 1, at: new Date(), stream: 'out', text: marked(tenant, 'line') })
    .execute()
  const path = join(api.dataDir, randomUUID())
  await writeFile(path, tenant.mark)
  await api.app.platform.blobs.put(key, path)
  const fileId = await one(
    `INSERT INTO result_file (run_id, filename, extension, size, sha256, crc32, blob_key) VALUES ($1, $2, 'txt', $3, $4, 0, $5)`,
    id,
    marked(tenant, 'file'),
    tenant.mark.length,
    hash,
    key,
  )
  return { id, fileId, scriptId, configurationId, analyzerId, jobId }
}
