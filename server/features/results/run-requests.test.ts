import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelResult,
  deleteResult,
  getAnalyzerMetrics,
  getResult,
  getResultLog,
  listResultInputs,
  repeatResult,
  tryIpaScript,
} from '#contract/ipa-results.ts'
import { cancelJob, deleteJob, getJob } from '#contract/jobs.ts'
import { recycleFileVersion } from '#contract/recycling.ts'
import { scripted } from '#server/features/runs/testing/scripted.ts'
import type { Crew, RunRig } from '#server/features/runs/testing/run-rig.ts'
import {
  addRun,
  jobOf,
  makeAnalyzer,
  makeCrew,
  makeScript,
  playRun,
  runRow,
  sendFile,
  startRunRig,
  whenEnded,
  whenRun,
} from '#server/features/runs/testing/run-rig.ts'
import type { Person } from '#server/testing/people.ts'

let rig: RunRig
let crew: Crew
beforeAll(async () => {
  rig = await startRunRig()
  crew = await makeCrew(rig.api)
})
afterAll(() => rig.api.end())

const see = async ({ token }: Person, id: number) => await rig.api.call(getResult, { token, params: { id } })
const logOf = async (id: number) => (await rig.api.call(getResultLog, { token: crew.user.token, params: { id } })).body
const twoFiles = scripted({ out: 'a line' }, { file: 'a.txt', text: 'first' }, { file: 'plots/b.html', text: '<b>second</b>' })

describe('a run', () => {
  it('is canceled while it is at work: its box ends, and nothing comes of it', async () => {
    const { api, sandbox } = rig
    const { versionId } = await makeScript(api, crew, scripted({ out: 'begins' }, { file: 'a', text: 'a' }, { wait: true }))
    const id = await addRun(api, crew, versionId)
    await whenRun(api, id, 'running')
    const params = { id }
    expect((await api.call(deleteResult, { token: crew.user.token, params })).problem?.id).toBe('run-at-work')
    const { body } = await api.call(cancelResult, { token: crew.user.token, params })
    expect(body).toMatchObject({ status: 'canceled', run_status: 'CANCELED', may_delete: true })
    expect(body.reason).toBe(`Canceled by ${crew.user.username}`)
    // promised: nothing is left after 5 s; a heartbeat alone would take 8
    await expect.poll(() => sandbox.atWork, { timeout: 5000 }).toBe(0)
    expect((await see(crew.user, id)).body).toMatchObject({ status: 'canceled', file_count: 0 })
    // once more is no mistake
    expect((await api.call(cancelResult, { token: crew.user.token, params })).body.status).toBe('canceled')
  })

  it('that ends as it is canceled has one end', async () => {
    const { api, sandbox } = rig
    for (let round = 0; round < 8; round++) {
      const { versionId } = await makeScript(api, crew, scripted({ out: 'waits' }, { wait: true }, { file: 'a', text: 'a' }))
      const id = await addRun(api, crew, versionId)
      await expect.poll(async () => (await logOf(id)).lines.length, { timeout: 20_000 }).toBe(1)
      sandbox.release()
      await api.call(cancelResult, { token: crew.user.token, params: { id } })
      await expect.poll(() => sandbox.atWork, { timeout: 20_000 }).toBe(0)
      await whenEnded(api, id)
      const { body } = await see(crew.user, id)
      expect([
        ['complete', 'FINISHED', 1],
        ['canceled', 'CANCELED', 0],
      ]).toContainEqual([body.status, body.run_status, body.file_count])
    }
  })

  it('in the queue is canceled and deleted by its owner, and its result stays', async () => {
    const { api } = rig
    const { token } = crew.user
    const { versionId } = await makeScript(api, crew, scripted({ wait: true }))
    const id = await addRun(api, crew, versionId)
    await whenRun(api, id, 'running')
    const params = { id: (await jobOf(api, id)).id }
    expect((await api.call(cancelJob, { token: crew.colleague.token, params })).status).toBe(403)
    expect((await api.call(deleteJob, { token, params })).problem?.message).toBe('The job is at work; cancel it first')
    expect((await api.call(cancelJob, { token, params })).body.runStatus).toBe('CANCELED')
    await api.call(deleteJob, { token, params })
    expect((await api.call(getJob, { token, params })).status).toBe(404)
    expect((await see(crew.user, id)).body).toMatchObject({ status: 'canceled', job_id: null, run_status: 'UNKNOWN' })
  })

  it('is repeated with what is left of its inputs', async () => {
    const { api } = rig
    const { token } = crew.user
    const other = await sendFile(api, crew.logger)
    const fileVersionIds = [crew.fileVersionId, other.fileVersionId]
    const script = await makeScript(api, crew, twoFiles)
    const id = await addRun(api, crew, script.versionId, { fileVersionIds })
    await whenEnded(api, id)
    const again = await api.call(repeatResult, { token, params: { id } })
    await whenEnded(api, again.body.id)
    const [before, after] = [await runRow(api, id), await runRow(api, again.body.id)]
    expect(after.inputs_sha256.equals(before.inputs_sha256)).toBe(true)
    expect(after.reason).toBeNull()

    await api.call(recycleFileVersion, { token, params: { id: other.fileVersionId } })
    const inputs = await api.call(listResultInputs, { token, params: { id } })
    expect(inputs.body.map((input) => input.id)).toEqual([crew.fileVersionId])
    const less = await api.call(repeatResult, { token, params: { id } })
    await whenEnded(api, less.body.id)
    const reason = 'Repeated without 1 file that was recycled since'
    expect((await see(crew.user, less.body.id)).body).toMatchObject({ status: 'complete', reason, inputs: { files: 1 } })

    await api.database.kysely
      .updateTable('script_version')
      .set({ status: 'REJECTED' })
      .where('id', '=', script.versionId)
      .execute()
    expect((await api.call(repeatResult, { token, params: { id } })).problem?.id).toBe('script-not-accepted')
  })

  it('of a script that waits for its review is a trial by an administrator', async () => {
    const { api } = rig
    const script = await makeScript(api, crew, twoFiles, 'PENDING')
    const body = { upload_file_version_id: [crew.fileVersionId] }
    const params = { id: script.scriptId }
    expect((await api.call(tryIpaScript, { token: crew.user.token, params, body })).status).toBe(403)
    const { body: trial } = await api.call(tryIpaScript, { token: crew.admin.token, params, body })
    await whenEnded(api, trial.id)
    expect((await see(crew.admin, trial.id)).body).toMatchObject({ status: 'complete', type: 'trial', analyzer: null })
    expect((await see(crew.user, trial.id)).status).toBe(404)
    const gone = { upload_file_version_id: [crew.fileVersionId, 2_000_000_000] }
    expect((await api.call(tryIpaScript, { token: crew.admin.token, params, body: gone })).status).toBe(404)
  })

  it('tells figures that are seen over time', async () => {
    const { api } = rig
    const analyzerId = await makeAnalyzer(api, crew)
    for (const value of [1, 2]) {
      const text = JSON.stringify({ verdict: 'pass', metrics: [{ name: 'Peak', value, unit: 'V' }] })
      await playRun(api, crew, scripted({ file: 'metrics.json', text }), { analyzerId })
    }
    await playRun(api, crew, scripted(), { analyzerId })
    const metricsFor = async ({ token }: Person) =>
      (await api.call(getAnalyzerMetrics, { token, params: { id: analyzerId } })).body.map(({ verdict, metrics }) => [
        verdict,
        metrics[0]?.value,
      ])
    expect(await metricsFor(crew.user)).toEqual([
      ['pass', 1],
      ['pass', 2],
    ])
    expect(await metricsFor(crew.colleague)).toEqual([])
  })
})
