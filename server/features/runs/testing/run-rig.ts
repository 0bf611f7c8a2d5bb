import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { AnalysisParts } from '#server/features/analysis-status/set-up.ts'
import { readyEnvironments } from '#server/features/analysis-status/testing/ready-environments.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { NewRun } from '#server/features/runs/make-run.ts'
import { makeRun } from '#server/features/runs/make-run.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { chooseSandbox } from '#server/sandbox/choose-sandbox.ts'
import type { BoxEnvironment } from '#server/sandbox/sandbox.ts'
import { ScriptedSandbox } from '#server/sandbox/scripted-sandbox.ts'

export interface RunRig {
  readonly api: TestApi
  readonly sandbox: ScriptedSandbox
}

interface Wishes {
  readonly settings?: Readonly<Record<string, string>>
  /** The sandbox is tested until this has come. */
  readonly until?: Promise<void>
  readonly environments?: AnalysisParts['environments']
}

/** The real server with a scripted sandbox. */
export async function startRunRig({ settings, until, environments }: Wishes = {}): Promise<RunRig> {
  const sandbox = new ScriptedSandbox()
  const parts: AnalysisParts = {
    environments: environments ?? readyEnvironments(['other']),
    choose: async () => {
      await until
      return { sandbox, sentence: 'Analyses are scripted.' }
    },
  }
  return { api: await startTestApi(settings, undefined, parts), sandbox }
}

/** The real server with a real sandbox of this machine, in an environment with nothing but Python. */
export async function startRealRig(
  setting: 'bubblewrap' | 'docker',
  environment: BoxEnvironment,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestApi> {
  const folder = await mkdtemp(join(tmpdir(), 'loggerhead-boxes-'))
  const parts: AnalysisParts = {
    environments: readyEnvironments([], environment),
    choose: () => chooseSandbox({ setting, folder, environment }),
  }
  const api = await startTestApi(settings, undefined, parts)
  return {
    ...api,
    async end() {
      await api.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An organization with people, a logger and one file. */
export interface Crew {
  readonly organizationId: number
  readonly admin: Person
  /** With the role ipa. */
  readonly user: Person
  readonly colleague: Person
  readonly logger: Logger
  readonly fileVersionId: number
  readonly uploadId: number
}

let serial = 0

export async function makeCrew(api: TestApi): Promise<Crew> {
  const organizationId = await makeOrganization(api)
  const admin = await makePerson(api, organizationId, ['admin'])
  const user = await makePerson(api, organizationId, ['ipa'])
  const colleague = await makePerson(api, organizationId, ['ipa'])
  const logger = await makeLogger(api, admin)
  const { fileVersionId, uploadId } = await sendFile(api, logger)
  return { organizationId, admin, user, colleague, logger, fileVersionId, uploadId }
}

/** Another file of the logger, ready. */
export async function sendFile(api: TestApi, logger: Logger, filename = 'drive.txt') {
  const bytes = Buffer.from(`drive ${++serial} ${randomUUID()}`)
  const metadata = { filename, collection: `Collection ${serial}` }
  return await send(api, { from: 'device', token: logger.token, bytes, metadata })
}

/** An approved script of this package; the id of its version. */
export async function makeScript(
  api: TestApi,
  { organizationId, user }: Crew,
  content: Buffer,
  status: 'ACCEPTED' | 'PENDING' = 'ACCEPTED',
) {
  const { kysely } = api.database
  const key = `packages/${randomUUID().replaceAll('-', '')}`
  const path = join(api.dataDir, randomUUID())
  await writeFile(path, content)
  await api.app.platform.blobs.put(key, path)
  const script = await kysely
    .insertInto('script')
    .values({ organization_id: organizationId, user_id: user.id, name: `Script ${++serial}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = await kysely
    .insertInto('script_version')
    .values({
      script_id: script.id,
      number: 1,
      sha256: createHash('sha256').update(content).digest(),
      size: content.length,
      files: 1,
      blob_key: key,
      status,
      user_id: user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { scriptId: script.id, versionId: version.id, blobKey: key }
}

export async function makeConfiguration(
  api: TestApi,
  { user }: Crew,
  scriptId: number,
  filename: string,
  content: string,
): Promise<number> {
  const bytes = Buffer.from(content)
  const { id } = await api.database.kysely
    .insertInto('configuration')
    .values({
      script_id: scriptId,
      user_id: user.id,
      name: `Configuration ${++serial}`,
      filename,
      content: bytes,
      sha256: createHash('sha256').update(bytes).digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function makeAnalyzer(
  api: TestApi,
  { organizationId, user }: Crew,
  shareWith: readonly Person[] = [],
): Promise<number> {
  const { kysely } = api.database
  const { id } = await kysely
    .insertInto('analyzer')
    .values({ organization_id: organizationId, user_id: user.id, name: `Analyzer ${++serial}`, type: 'manual' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const person of shareWith)
    await kysely.insertInto('analyzer_share').values({ analyzer_id: id, user_id: person.id }).execute()
  return id
}

/** A run of a script over the crew's file, unless told otherwise. */
export async function addRun(api: TestApi, crew: Crew, scriptVersionId: number, more: Partial<NewRun> = {}): Promise<number> {
  return await api.database.kysely.transaction().execute((transaction) =>
    makeRun(transaction, {
      organizationId: crew.organizationId,
      analyzerId: null,
      type: 'manual',
      userId: crew.user.id,
      execUserId: null,
      scriptVersionId,
      configurationIds: [],
      fileVersionIds: [crew.fileVersionId],
      environment: null,
      ...more,
    }),
  )
}

/** Carries this package out as a run of the crew's user; the run's id once it has ended. */
export async function playRun(api: TestApi, crew: Crew, content: Buffer, more: Partial<NewRun> = {}): Promise<number> {
  const { versionId } = await makeScript(api, crew, content)
  const id = await addRun(api, crew, versionId, more)
  await whenEnded(api, id)
  return id
}

export const runRow = async (api: TestApi, id: number) =>
  await api.database.kysely.selectFrom('run').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

export const jobOf = async (api: TestApi, runId: number) =>
  await api.database.kysely
    .selectFrom('job')
    .where('lookup_id', '=', runId)
    .where('job_type', 'in', ['IPA_MANUAL', 'IPA_INGRESS'])
    .selectAll()
    .executeTakeFirstOrThrow()

export async function whenRun(api: TestApi, id: number, status: string): Promise<void> {
  await vi.waitFor(async () => expect((await runRow(api, id)).status).toBe(status), { timeout: 20_000, interval: 10 })
}

export async function whenEnded(api: TestApi, id: number): Promise<void> {
  await vi.waitFor(async () => expect((await runRow(api, id)).finished_at).not.toBeNull(), { timeout: 20_000, interval: 10 })
}
