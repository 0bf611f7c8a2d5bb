import { createHash } from 'node:crypto'
import type { DatasetFilter, DatasetType } from '#contract/datasets.ts'
import type { ReviewStatus } from '#contract/ipa-scripts.ts'
import type { TestDatabase } from '#server/database/testing.ts'

let serial = 0

export interface MadeScript {
  readonly id: number
  readonly versionId: number
  readonly configurationId: number
}

/** A script with one version and one configuration, as rows: nothing of it can run. */
export async function makeScript(
  { kysely }: TestDatabase,
  given: { organizationId: number; userId?: number; name?: string; status?: ReviewStatus },
): Promise<MadeScript> {
  const name = given.name ?? `Script ${++serial}`
  const owner = given.userId ?? null
  const script = await kysely
    .insertInto('script')
    .values({ organization_id: given.organizationId, user_id: owner, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const versionId = await addVersion({ kysely }, script.id, 1, given.status ?? 'ACCEPTED')
  const content = Buffer.from(`{"name": "${name}"}`)
  const configuration = await kysely
    .insertInto('configuration')
    .values({ script_id: script.id, user_id: owner, name, filename: 'usual.asl', content, sha256: digest(content) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: script.id, versionId, configurationId: configuration.id }
}

/** Another version of a script. */
export async function addVersion(
  { kysely }: Pick<TestDatabase, 'kysely'>,
  scriptId: number,
  number: number,
  status: ReviewStatus,
): Promise<number> {
  const sha256 = digest(Buffer.from(`${scriptId} ${number}`))
  const values = { script_id: scriptId, number, sha256, size: 100, files: 1, blob_key: `scripts/${scriptId}-${number}`, status }
  return (await kysely.insertInto('script_version').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function makeDataset(
  { kysely }: TestDatabase,
  given: {
    organizationId: number
    userId: number | null
    name?: string
    type?: DatasetType
    filters?: DatasetFilter[]
    files?: readonly number[]
  },
): Promise<number> {
  const { id } = await kysely
    .insertInto('dataset')
    .values({
      organization_id: given.organizationId,
      user_id: given.userId,
      name: given.name ?? `Dataset ${++serial}`,
      type: given.type ?? 'static',
      filters: JSON.stringify(given.filters ?? []),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const files = (given.files ?? []).map((fileId) => ({ dataset_id: id, file_version_id: fileId }))
  if (files.length > 0) await kysely.insertInto('dataset_file').values(files).execute()
  return id
}

export async function makeAnalyzer(
  { kysely }: TestDatabase,
  given: {
    organizationId: number
    userId: number | null
    script: MadeScript
    datasetId: number
    name?: string
    type?: 'manual' | 'ingress'
    active?: boolean
  },
): Promise<number> {
  const { organizationId: organization_id, userId: user_id, type = 'manual', active = false } = given
  const { id } = await kysely
    .insertInto('analyzer')
    .values({ organization_id, user_id, name: given.name ?? `Analyzer ${++serial}`, type, active })
    .returning('id')
    .executeTakeFirstOrThrow()
  const part = { analyzer_id: id, place: 1 }
  await kysely
    .insertInto('analyzer_script')
    .values({ ...part, script_id: given.script.id })
    .execute()
  await kysely
    .insertInto('analyzer_configuration')
    .values({ ...part, configuration_id: given.script.configurationId })
    .execute()
  await kysely
    .insertInto('analyzer_dataset')
    .values({ ...part, dataset_id: given.datasetId })
    .execute()
  return id
}

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
