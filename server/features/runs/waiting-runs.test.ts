import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAnalysisStatus } from '#contract/analysis-environments.ts'
import { getResult } from '#contract/ipa-results.ts'
import { createJob, deleteJob } from '#contract/jobs.ts'
import { recycleFileVersion } from '#contract/recycling.ts'
import { readyEnvironments } from '#server/features/analysis-status/testing/ready-environments.ts'
import { scripted } from './testing/scripted.ts'
import type { Crew, RunRig } from './testing/run-rig.ts'
import {
  addRun,
  jobOf,
  makeAnalyzer,
  makeConfiguration,
  makeCrew,
  makeScript,
  runRow,
  sendFile,
  startRunRig,
  whenEnded,
} from './testing/run-rig.ts'

/* Runs that were made before anything could run: what they name is looked at once more when they begin. */

const tested = Promise.withResolvers<void>()
const ready = readyEnvironments()
/** An environment that is being built, until it has been. */
let isBuilt = false
const environments = {
  ...ready,
  list: () => [
    ...ready.list(),
    isBuilt
      ? { ...firstOf(ready.list()), name: 'slow' }
      : { name: 'slow', requirements: 'slow', status: { state: 'building', step: 'Unpacking', percent: 40 } as const },
  ],
  ready: (name?: string) => (name === 'slow' && !isBuilt ? null : ready.ready('default')),
}

const firstOf = <T>([first]: readonly T[]): T => first ?? expect.fail('there is none')

let rig: RunRig
let crew: Crew
beforeAll(async () => {
  rig = await startRunRig({ until: tested.promise, environments })
  crew = await makeCrew(rig.api)
})
afterAll(() => rig.api.end())

const good = scripted({ file: 'a.txt', text: 'a' })
const result = async (id: number) => (await rig.api.call(getResult, { token: crew.user.token, params: { id } })).body

describe('before the sandbox is there', () => {
  it('runs wait and say why, are withdrawn, or begin when it comes', async () => {
    const { api } = rig
    const { token } = crew.user
    const status = async () => (await api.call(getAnalysisStatus, { token })).body
    const { versionId } = await makeScript(api, crew, good)
    const [kept, withdrawn] = [await addRun(api, crew, versionId), await addRun(api, crew, versionId)]
    const why = 'The sandbox is being tested.'
    expect(await status()).toMatchObject({ enabled: false, reason: why, sandbox: null, waiting: 2, running: 0 })
    expect(await result(kept)).toMatchObject({
      status: 'new',
      run_status: 'NEW',
      reason: why,
      may_cancel: true,
      may_delete: false,
    })

    await api.call(deleteJob, { token, params: { id: (await jobOf(api, withdrawn)).id } })
    const reason = `Withdrawn by ${crew.user.username}`
    expect(await result(withdrawn)).toMatchObject({ status: 'canceled', job_id: null, run_status: 'UNKNOWN', reason })

    // the others of this file are made before it comes, too
    const swapped = await makeScript(api, crew, good)
    const exchanged = await addRun(api, crew, swapped.versionId)
    const place = api.app.platform.blobs.pathOf(swapped.blobKey) ?? ''
    await writeFile(place, scripted({ file: 'b.txt', text: 'a' }))

    const replaced = await makeScript(api, crew, good)
    const otherRow = await addRun(api, crew, replaced.versionId)
    const evil = await makeScript(api, crew, scripted({ file: 'evil', text: '' }))
    await api.database.pool.query(
      'UPDATE script_version SET (sha256, blob_key, size) = (SELECT sha256, blob_key, size FROM script_version WHERE id = $1) WHERE id = $2',
      [evil.versionId, replaced.versionId],
    )

    const rejected = await makeScript(api, crew, good)
    const noLonger = await addRun(api, crew, rejected.versionId)
    await api.database.pool.query(`UPDATE script_version SET status = 'REJECTED' WHERE id = $1`, [rejected.versionId])

    const deleted = await makeScript(api, crew, good)
    const gone = await addRun(api, crew, deleted.versionId)
    await api.database.pool.query('UPDATE script SET deleted_at = now() WHERE id = $1', [deleted.scriptId])

    const other = await sendFile(api, crew.logger)
    const missing = await addRun(api, crew, versionId, { fileVersionIds: [crew.fileVersionId, other.fileVersionId] })
    await api.call(recycleFileVersion, { token, params: { id: other.fileVersionId } })

    const nowhere = await addRun(api, crew, versionId, { environment: 'gone' })
    const slow = await addRun(api, crew, versionId, { environment: 'slow' })

    tested.resolve()
    await whenEnded(api, kept)
    expect(await result(kept)).toMatchObject({ status: 'complete', run_status: 'FINISHED', reason: null })
    expect(await status()).toMatchObject({ enabled: true, reason: null, sandbox: 'scripted' })
    for (const [id, sentence] of [
      [exchanged, /is not the one that was approved; upload it again/],
      [otherRow, /is not the one that was approved; upload it again/],
      [noLonger, /is not approved; an administrator can review it/],
      [gone, /has been deleted/],
      [missing, /^1 of the 2 files were recycled before the run began/],
      [nowhere, /^There is no analysis environment gone any more/],
    ] as const) {
      await whenEnded(api, id)
      const { reason: said, ...body } = await result(id)
      expect(body).toMatchObject({ status: 'failed', run_status: 'ERROR', file_count: 0 })
      expect(said).toMatch(sentence)
    }
    expect(rig.sandbox.orders.map(({ runId }) => runId)).toEqual([kept])

    await expect.poll(async () => (await jobOf(api, slow)).last_error).toMatch(/Unpacking \(40 %\)/)
    expect(await jobOf(api, slow)).toMatchObject({ run_status: 'NEW', attempts: 0 })
    expect((await result(slow)).reason).toBe('The analysis environment is being built: Unpacking (40 %).')
    isBuilt = true
    await api.database.pool.query('UPDATE job SET not_before = now() WHERE lookup_id = $1', [slow])
    await api.database.pool.query(
      `DELETE FROM graphile_worker._private_jobs WHERE key = 'job-' || (SELECT job_id FROM run WHERE id = $1)`,
      [slow],
    )
    await whenEnded(api, slow)
    expect(await runRow(api, slow)).toMatchObject({ status: 'complete' })
  }, 60_000)
})

describe('the queue', () => {
  it('takes what it knows, from whom it may', async () => {
    const { api } = rig
    const { token } = crew.user
    const order = (body: { arguments: string; jobType: string }, by = token) => api.call(createJob, { token: by, body })
    const upload = await order({ arguments: '0|a|b|65535', jobType: 'MANUAL_UPLOAD' })
    expect(upload.status).toBe(400)
    expect(upload.problem?.message).toMatch(/MANUAL_UPLOAD cannot be queued here/)
    expect((await order({ arguments: 'x', jobType: 'IPA_MANUAL' })).problem?.fields).toMatchObject([{ field: 'arguments' }])
    expect((await order({ arguments: '2000000000', jobType: 'IPA_MANUAL' })).status).toBe(404)

    const analyzerId = await makeAnalyzer(api, crew)
    const { scriptId } = await makeScript(api, crew, good)
    const { pool } = api.database
    await pool.query('INSERT INTO analyzer_script (analyzer_id, script_id, place) VALUES ($1, $2, 1)', [analyzerId, scriptId])
    const configurationId = await makeConfiguration(api, crew, scriptId, 'c.asl', '{}')
    await pool.query('INSERT INTO analyzer_configuration (analyzer_id, configuration_id, place) VALUES ($1, $2, 1)', [
      analyzerId,
      configurationId,
    ])
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO dataset (organization_id, user_id, name, type) VALUES ($1, $2, 'Chosen', 'static') RETURNING id`,
      [crew.organizationId, crew.user.id],
    )
    const datasetId = rows[0]?.id
    await pool.query('INSERT INTO dataset_file (dataset_id, file_version_id) VALUES ($1, $2)', [datasetId, crew.fileVersionId])
    await pool.query('INSERT INTO analyzer_dataset (analyzer_id, dataset_id, place) VALUES ($1, $2, 1)', [analyzerId, datasetId])
    const body = { arguments: String(analyzerId), jobType: 'IPA_MANUAL', runType: 'DISTILLER' }
    expect((await order(body, crew.colleague.token)).status).toBe(403)
    const { body: job, problem } = await order(body)
    expect(problem).toBeUndefined()
    expect(job).toMatchObject({ jobType: 'IPA_MANUAL', runType: 'DISTILLER', arguments: String(analyzerId) })
    await whenEnded(api, job.lookupId ?? 0)
    expect(await result(job.lookupId ?? 0)).toMatchObject({ status: 'complete', job_id: job.id, analyzer: { id: analyzerId } })
  })
})
