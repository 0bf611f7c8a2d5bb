import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backfillAnalyzer, getAnalyzerCoverage, updateAnalyzer } from '#contract/analyzers.ts'
import type { DatasetFilter } from '#contract/datasets.ts'
import { writtenVsb } from '#recording/testing/written.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { readyEnvironments } from '#server/features/analysis-status/testing/ready-environments.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { driveFrames } from '#server/features/recordings/testing/drive.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { ingressRuns } from './ingress-runs.ts'
import type { MadeScript } from './testing/analysis-parts.ts'
import { addVersion, makeAnalyzer, makeDataset, makeScript } from './testing/analysis-parts.ts'

const environmentHash = '0'.repeat(64)

let api: TestApi
let admin: Person
let organizationId: number
let logger: Logger
let script: MadeScript
beforeAll(async () => {
  // nothing runs here; what the environment is now is known
  const choose = async () => ({ sandbox: null, sentence: 'no sandbox in this test' })
  api = await startTestApi({}, undefined, { environments: readyEnvironments(['gpu']), choose })
  organizationId = await makeOrganization(api)
  admin = await makePerson(api, organizationId, ['admin'])
  logger = await makeLogger(api, admin)
  script = await makeScript(api.database, { organizationId })
})
afterAll(() => api.end())

const addAnalyzer = async (filters: DatasetFilter[], active = true): Promise<number> => {
  const datasetId = await makeDataset(api.database, { organizationId, userId: admin.id, type: 'dynamic', filters })
  return await makeAnalyzer(api.database, { organizationId, userId: admin.id, script, datasetId, type: 'ingress', active })
}

/** An upload that has been looked into. */
async function arrive(metadata: Record<string, string>, bytes?: Uint8Array) {
  const sent = await send(api, {
    from: 'device',
    token: logger.token,
    bytes: bytes ?? (await writtenVsb(driveFrames(50))),
    metadata,
  })
  await vi.waitFor(
    async () => {
      const { rows } = await api.database.pool.query('SELECT state FROM file_version WHERE id = $1', [sent.fileVersionId])
      expect(rows).not.toEqual([{ state: 'waiting' }])
    },
    { timeout: 20_000, interval: 20 },
  )
  return sent
}

const runsOf = async (analyzerId: number) => {
  const { rows } = await api.database.pool.query<{ file_version_id: number; upload_id: number; type: string; user_id: number }>(
    'SELECT file_version_id, upload_id, type, user_id FROM run WHERE analyzer_id = $1 ORDER BY id',
    [analyzerId],
  )
  return rows
}
/** As if they had run in the environment that there is. */
const setRun = (analyzerId: number, status: string) =>
  api.database.pool.query('UPDATE run SET status = $2, environment_hash = $3 WHERE analyzer_id = $1', [
    analyzerId,
    status,
    environmentHash,
  ])

const coverage = async (id: number) => {
  const { body } = await api.call(getAnalyzerCoverage, { token: admin.token, params: { id } })
  return Object.fromEntries(body.counts.map(({ state, files }) => [state, files]))
}
const backfill = (id: number, body: object) =>
  api.call(backfillAnalyzer, { token: admin.token, params: { id }, body: { states: ['missing'], ...body } })

describe('a new upload', () => {
  it('is analysed by the active analyzers that it concerns, once each', async () => {
    const morning = await addAnalyzer([{ type: 'Collection', value: ['morning'] }])
    const vsb = await addAnalyzer([
      { type: 'Vehicle', value: [String(logger.vehicleId)] },
      { type: 'Extension', value: ['vsb'] },
    ])
    const off = await addAnalyzer([], false)
    const elsewhere = await addAnalyzer([{ type: 'Vehicle', value: ['999999'] }])
    const bytes = await writtenVsb(driveFrames(60))
    const first = await arrive({ filename: 'drive.vsb', collection: 'Morning' }, bytes)
    const expected = { file_version_id: first.fileVersionId, upload_id: first.uploadId, type: 'ingress', user_id: admin.id }
    expect(await runsOf(morning)).toEqual([expected])
    expect(await runsOf(vsb)).toEqual([expected])
    expect(await runsOf(off)).toEqual([])
    expect(await runsOf(elsewhere)).toEqual([])

    const second = await arrive({ filename: 'drive.vsb', collection: 'Evening' })
    expect(await runsOf(morning)).toHaveLength(1)
    expect((await runsOf(vsb)).map((run) => run.file_version_id)).toEqual([first.fileVersionId, second.fileVersionId])

    // the same bytes again, and the same look again
    await arrive({ filename: 'drive.vsb', collection: 'Morning' }, bytes)
    const file = { id: first.fileVersionId, uploadId: first.uploadId, organizationId }
    await api.database.kysely.transaction().execute((transaction) => ingressRuns(transaction, file))
    expect(await runsOf(morning)).toHaveLength(1)
    expect(await runsOf(vsb)).toHaveLength(2)
  })

  it('is analysed by each script of an analyzer, with the newest accepted version', async () => {
    const second = await makeScript(api.database, { organizationId })
    const id = await addAnalyzer([{ type: 'Collection', value: ['twice'] }])
    await api.database.pool.query('INSERT INTO analyzer_script VALUES ($1, $2, 2)', [id, second.id])
    const accepted = await addVersion(api.database, second.id, 2, 'ACCEPTED')
    await addVersion(api.database, second.id, 3, 'PENDING')
    await arrive({ filename: 'drive.vsb', collection: 'Twice' })
    const { rows } = await api.database.pool.query('SELECT script_version_id FROM run WHERE analyzer_id = $1 ORDER BY id', [id])
    expect(rows.map((row) => row.script_version_id)).toEqual([script.versionId, accepted])
  })

  it('is not analysed when it cannot be read, or when something of the analyzer is missing', async () => {
    const id = await addAnalyzer([{ type: 'Collection', value: ['odd'] }])
    await arrive({ filename: 'broken.mf4', collection: 'Odd' }, Buffer.from('no recording'))
    expect(await runsOf(id)).toEqual([])
    const other = await makeScript(api.database, { organizationId })
    await api.database.pool.query('UPDATE analyzer_configuration SET configuration_id = $2 WHERE analyzer_id = $1', [
      id,
      other.configurationId,
    ])
    await api.database.pool.query('UPDATE configuration SET deleted_at = now() WHERE id = $1', [other.configurationId])
    await arrive({ filename: 'drive.vsb', collection: 'Odd' })
    expect(await runsOf(id)).toEqual([])
  })
})

describe('coverage and backfill', () => {
  it('tell what was analysed, and analyse the rest once', async () => {
    const sent = []
    for (const number of [1, 2, 3]) sent.push(await arrive({ filename: `c${number}.vsb`, collection: 'Covered' }))
    const id = await addAnalyzer([{ type: 'Collection', value: ['covered'] }], false)
    expect(await coverage(id)).toEqual({ missing: 3 })

    const counted = await backfill(id, { dry_run: true })
    expect(counted.body).toMatchObject({ files: 3, queued: 0 })
    expect(counted.body.bytes).toBeGreaterThan(0)
    expect(await runsOf(id)).toEqual([])
    expect((await backfill(id, {})).body).toMatchObject({ files: 3, queued: 3 })
    expect((await runsOf(id)).map((run) => run.file_version_id)).toEqual(sent.map((one) => one.fileVersionId))
    expect(await coverage(id)).toEqual({ running: 3 })
    expect((await backfill(id, {})).body).toMatchObject({ files: 0, queued: 0 })

    await setRun(id, 'complete')
    expect(await coverage(id)).toEqual({ done: 3 })
    const page = await api.call(getAnalyzerCoverage, { token: admin.token, params: { id }, query: { state: 'done', max: '2' } })
    expect(page.headers.get('total')).toBe('3')
    expect(page.body.files.map((file) => file.filename)).toEqual(['c3.vsb', 'c2.vsb'])
    expect(page.body.files[0]).toMatchObject({ state: 'done', result_id: expect.any(Number) })

    await setRun(id, 'failed')
    expect(await coverage(id)).toEqual({ failed: 3 })
  })

  it('take another script version, configuration or environment for stale', async () => {
    const own = await makeScript(api.database, { organizationId })
    await arrive({ filename: 's.vsb', collection: 'Stale' })
    const datasetId = await makeDataset(api.database, {
      organizationId,
      userId: admin.id,
      type: 'dynamic',
      filters: [{ type: 'Collection', value: ['stale'] }],
    })
    const analyzer = { organizationId, userId: admin.id, script: own, datasetId, type: 'ingress' as const }
    const id = await makeAnalyzer(api.database, analyzer)
    const again = async (states: string[]) => {
      const { body } = await backfill(id, { states })
      await setRun(id, 'complete')
      return body.queued
    }
    expect(await again(['missing'])).toBe(1)
    expect(await coverage(id)).toEqual({ done: 1 })

    await addVersion(api.database, own.id, 2, 'PENDING')
    expect(await coverage(id)).toEqual({ done: 1 })
    await addVersion(api.database, own.id, 3, 'ACCEPTED')
    expect(await coverage(id)).toEqual({ stale: 1 })
    expect(await again(['stale'])).toBe(1)
    expect(await coverage(id)).toEqual({ done: 1 })

    await api.database.pool.query("UPDATE configuration SET sha256 = sha256('other') WHERE id = $1", [own.configurationId])
    expect(await coverage(id)).toEqual({ stale: 1 })
    expect(await again(['stale'])).toBe(1)
    const body = { environment: 'gpu' }
    await api.database.pool.query('UPDATE analyzer SET environment = $2 WHERE id = $1', [id, body.environment])
    expect(await coverage(id)).toEqual({ stale: 1 })
  })

  it('take an environment that was rebuilt under its name for stale', async () => {
    await arrive({ filename: 'rebuilt.vsb', collection: 'Rebuilt' })
    const id = await addAnalyzer([{ type: 'Collection', value: ['rebuilt'] }], false)
    await backfill(id, {})
    await setRun(id, 'complete')
    const built = (hash: string) =>
      api.database.pool.query('UPDATE run SET environment_hash = $2 WHERE analyzer_id = $1', [id, hash])
    await built(environmentHash)
    expect(await coverage(id)).toEqual({ done: 1 })
    await built('1'.repeat(64))
    expect(await coverage(id)).toEqual({ stale: 1 })
    expect((await backfill(id, { states: ['stale'], dry_run: true })).body.files).toBe(1)
  })

  it('are bounded by dates', async () => {
    const dates = { start: '2026-02-01T08:00:00.000Z', end: '2026-02-01T09:00:00.000Z' }
    await arrive({ filename: 'dated.vsb', collection: 'Dated', ...dates })
    const id = await addAnalyzer([{ type: 'Collection', value: ['dated'] }], false)
    const files = async (body: object) => (await backfill(id, { dry_run: true, ...body })).body.files
    expect(await files({ startDate: '2026-02-01T08:30:00.000Z' })).toBe(1)
    expect(await files({ endDate: '2026-02-01T07:59:00.000Z' })).toBe(0)
  })

  it('are of ingress analyzers that are whole', async () => {
    const datasetId = await makeDataset(api.database, { organizationId, userId: admin.id })
    const manual = await makeAnalyzer(api.database, { organizationId, userId: admin.id, script, datasetId })
    const asked = await api.call(getAnalyzerCoverage, { token: admin.token, params: { id: manual } })
    expect(asked.problem?.id).toBe('analyzer-manual')
    const id = await addAnalyzer([], false)
    await api.database.pool.query(
      'UPDATE dataset SET deleted_at = now() WHERE id = (SELECT dataset_id FROM analyzer_dataset WHERE analyzer_id = $1)',
      [id],
    )
    expect((await backfill(id, {})).problem?.id).toBe('analyzer-incomplete')
    const on = await api.call(updateAnalyzer, { token: admin.token, params: { id }, body: { active: true } })
    expect(on.problem?.id).toBe('analyzer-incomplete')
  })
})
