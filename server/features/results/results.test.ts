import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestDownload } from '#contract/downloads.ts'
import {
  cancelResult,
  deleteResult,
  deleteResultFile,
  getAnalyzerMetrics,
  getResult,
  getResultFile,
  getResultLog,
  listResultInputs,
  listResults,
  repeatResult,
  requestResultFiles,
  shareResults,
  tryIpaScript,
} from '#contract/ipa-results.ts'
import { cancelJob, deleteJob, getJob } from '#contract/jobs.ts'
import { listNotifications } from '#contract/notification-inbox.ts'
import { recycleFileVersion } from '#contract/recycling.ts'
import { sweepDerivedBlobs } from '#server/features/recordings/orphans.ts'
import { played } from '#server/features/runs/testing/played-sandbox.ts'
import type { Crew, RunRig } from '#server/features/runs/testing/run-rig.ts'
import {
  addRun,
  jobOf,
  makeAnalyzer,
  makeConfiguration,
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
const twoFiles = played({ out: 'a line' }, { file: 'a.txt', text: 'first' }, { file: 'plots/b.html', text: '<b>second</b>' })

async function retrieve(token: string, headers: Record<string, string> = {}) {
  return await fetch(`${rig.api.app.address}/api/v1/downloader/retrieve?token=${token}`, { headers })
}

describe('results are found', () => {
  it('the own ones and those shared, by kind, time and whether they have files; newest first', async () => {
    const { user, admin, colleague } = crew
    const bare = await playRun(rig.api, crew, played({ out: 'nothing' }))
    const full = await playRun(rig.api, crew, twoFiles)
    const ask = async (
      { token }: Person,
      query: Parameters<typeof rig.api.call<typeof listResults>>[1] extends infer R
        ? R extends { query?: infer Q }
          ? Q
          : never
        : never,
    ) => (await rig.api.call(listResults, { token, query })).body.map(({ id }) => id)
    expect(await ask(user, {})).toEqual([full, bare])
    expect(await ask(user, { hasResults: 'true' })).toEqual([full])
    expect(await ask(user, { analyzer_type: 'ingress' })).toEqual([])
    expect(await ask(user, { owner: 'shared' })).toEqual([])
    expect(await ask(user, { max: 1, offset: 1 })).toEqual([bare])
    const { created_at: made } = await runRow(rig.api, full)
    expect(await ask(user, { start: made.toISOString() })).toEqual([full])
    expect(await ask(user, { end: new Date(made.getTime() - 1).toISOString() })).toEqual([bare])
    expect(await ask(user, { since_created_at: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
    expect(await ask(colleague, { owner: 'everybody' })).toEqual([])
    expect(await ask(admin, {})).toEqual([])
    expect(await ask(admin, { owner: 'everybody' })).toEqual([full, bare])

    await rig.api.call(shareResults, { token: user.token, body: { results: [full], users: [colleague.id] } })
    expect(await ask(colleague, { owner: 'shared' })).toEqual([full])
    expect(await ask(colleague, {})).toEqual([full])
    const { headers } = await rig.api.call(listResults, { token: user.token, query: { max: 1 } })
    expect(headers.get('total')).toBe('2')
  })

  it('says what ran, on what, and what came of it', async () => {
    const script = await makeScript(rig.api, crew, twoFiles)
    const configurationId = await makeConfiguration(rig.api, crew, script.scriptId, 'c.asl', '{}')
    const id = await addRun(rig.api, crew, script.versionId, { configurationIds: [configurationId] })
    await whenEnded(rig.api, id)
    const { body } = await see(crew.user, id)
    expect(body).toMatchObject({
      status: 'complete',
      run_status: 'FINISHED',
      own: true,
      script: { id: script.scriptId },
      configs: [{ id: configurationId }],
      file_count: 2,
      inputs: { files: 1 },
      user: { name: crew.user.username },
      exec_user: { name: crew.user.username },
      provenance: { script_version: 1, environment: 'default', environment_hash: '0'.repeat(64) },
      may_cancel: false,
      may_delete: true,
      may_share: true,
    })
    const log = await rig.api.call(getResultLog, { token: crew.user.token, params: { id } })
    expect(log.body).toMatchObject({ ended: true, cut: 0, lines: [{ number: 1, text: 'a line', stream: 'out' }] })
    const after = await rig.api.call(getResultLog, { token: crew.user.token, params: { id }, query: { after: 1 } })
    expect(after.body.lines).toEqual([])
    const inputs = await rig.api.call(listResultInputs, { token: crew.user.token, params: { id } })
    expect(inputs.body.map((input) => input.id)).toEqual([crew.fileVersionId])
  })
})

describe('sharing', () => {
  it('of one file shows that file, and nothing else', async () => {
    const { api } = rig
    const { user, colleague } = crew
    const id = await playRun(api, crew, twoFiles)
    const files = (await see(user, id)).body.files
    const [first, second] = files.map((file) => file.id)
    const body = { files: [first ?? 0], users: [colleague.id] }
    const asColleague = { token: colleague.token, params: { id } }
    expect((await see(colleague, id)).status).toBe(404)

    await api.call(shareResults, { token: user.token, body })
    expect((await see(colleague, id)).body).toMatchObject({
      files: [{ id: first }],
      file_count: 1,
      own: false,
      shared_with: [],
      may_delete: false,
      may_share: false,
      may_cancel: false,
    })
    expect((await see(user, id)).body.shared_with).toEqual([{ id: colleague.id, name: colleague.username }])
    const one = (fileId = 0) => api.call(getResultFile, { token: colleague.token, params: { id: fileId } })
    expect(Buffer.from((await one(first)).body.file, 'base64').toString()).toBe('first')
    expect((await one(second)).status).toBe(404)
    expect((await api.call(getResultLog, asColleague)).status).toBe(404)
    expect((await api.call(deleteResult, asColleague)).status).toBe(403)
    expect((await api.call(deleteResultFile, { token: colleague.token, params: { id: first ?? 0 } })).status).toBe(403)
    expect((await api.call(cancelResult, asColleague)).status).toBe(403)
    expect((await api.call(repeatResult, asColleague)).status).toBe(403)
    expect((await api.call(shareResults, { token: colleague.token, body })).status).toBe(403)
    const zip = (results: number[], fileIds: number[] = []) =>
      api.call(requestResultFiles, { token: colleague.token, body: { results, files: fileIds } })
    expect((await zip([id])).body.files).toBe(1)
    expect((await zip([], [second ?? 0])).status).toBe(404)

    await api.call(shareResults, { token: user.token, body: { results: [id], users: [colleague.id] } })
    expect((await see(colleague, id)).body.file_count).toBe(2)
    expect((await api.call(getResultLog, asColleague)).status).toBe(200)

    // ended for the result, it is ended for the file too
    await api.call(shareResults, { token: user.token, body: { results: [id], users: [colleague.id], shared: false } })
    expect((await see(colleague, id)).status).toBe(404)
    expect((await one(first)).status).toBe(404)
  })

  it('tells whoever sees a result for the first time, once', async () => {
    const { api } = rig
    const { user, admin } = crew
    const reader = (await makeCrew(api)).colleague
    await api.database.kysely
      .updateTable('app_user')
      .set({ organization_id: crew.organizationId })
      .where('id', '=', reader.id)
      .execute()
    const id = await playRun(api, crew, twoFiles)
    const body = { results: [id], users: [reader.id] }
    for (let times = 0; times < 2; times++) await api.call(shareResults, { token: admin.token, body })
    const { rows } = await api.database.pool.query('SELECT type, path FROM notification WHERE user_id = $1', [reader.id])
    expect(rows).toEqual([{ type: 'Result Shared', path: `/ui2/results?result=${id}` }])
    const wrong = await api.call(shareResults, { token: user.token, body: { ...body, users: [2_000_000_000] } })
    expect(wrong.problem?.fields).toMatchObject([{ field: 'users' }])
  })

  it('comes by itself where the analyzer says so, with the complete results only', async () => {
    const { api } = rig
    const analyzerId = await makeAnalyzer(api, crew, [crew.colleague, crew.user])
    const failed = await playRun(api, crew, played({ exit: 1 }), { analyzerId })
    const complete = await playRun(api, crew, twoFiles, { analyzerId })
    expect((await see(crew.colleague, failed)).status).toBe(404)
    expect((await see(crew.colleague, complete)).body.file_count).toBe(2)
    const news = await api.call(listNotifications, { token: crew.colleague.token, query: {} })
    const paths = news.body.map(({ type, path }) => `${type} ${path}`)
    expect(paths).toContain(`Result Shared /ui2/results?result=${complete}`)
    expect(paths).not.toContain(`Result Shared /ui2/results?result=${failed}`)
  })
})

describe('files', () => {
  it('are downloaded by a token, never shown as pages, and no longer when it is over with sharing', async () => {
    const { api } = rig
    const { user, colleague } = crew
    const id = await playRun(api, crew, twoFiles)
    const html = (await see(user, id)).body.files[1]?.id ?? 0
    await api.call(shareResults, { token: user.token, body: { files: [html], users: [colleague.id] } })
    const query = { type: 'resultFile', id: html } as const
    const ask = async () => (await api.call(requestDownload, { token: colleague.token, query })).body.token
    const answer = await retrieve(await ask())
    expect(await answer.text()).toBe('<b>second</b>')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="b\.html"/)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')

    const late = await ask()
    await api.call(shareResults, { token: user.token, body: { files: [html], users: [colleague.id], shared: false } })
    expect((await retrieve(late)).status).toBe(404)
  })

  it('of several results come as one zip, which can be continued', async () => {
    const { api } = rig
    const { token } = crew.user
    const [one, two] = [await playRun(api, crew, twoFiles), await playRun(api, crew, twoFiles)]
    const file = (await see(crew.user, two)).body.files[0]?.id ?? 0
    const { body } = await api.call(requestResultFiles, { token, body: { results: [one], files: [file, file] } })
    expect(body).toMatchObject({ files: 3, bytes: 5 + 13 + 5 })
    const whole = await retrieve(body.token)
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.length).toBe(Number(whole.headers.get('content-length')))
    for (const text of ['first', '<b>second</b>', `${one}/plots/b.html`, `${two}/a.txt`, 'manifest.json', 'SHA256SUMS'])
      expect(bytes.includes(text), text).toBe(true)
    for (const at of [1, 100, bytes.length - 300]) {
      const part = await retrieve(body.token, { range: `bytes=${at}-`, 'if-range': whole.headers.get('etag') ?? '' })
      expect(part.status).toBe(206)
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(at))).toBe(true)
    }
    await api.call(deleteResultFile, { token, params: { id: file } })
    const gone = await retrieve(body.token, { range: 'bytes=5-', 'if-range': whole.headers.get('etag') ?? '' })
    expect(gone.status).toBe(404)
    expect((await api.call(requestResultFiles, { token, body: {} })).status).toBe(422)
  })

  it('go with their result, and leave no bytes', async () => {
    const { api } = rig
    const { token } = crew.user
    const id = await playRun(api, crew, twoFiles)
    const rows = await api.database.kysely.selectFrom('result_file').where('run_id', '=', id).select(['id', 'blob_key']).execute()
    const [first, second] = rows
    await api.call(deleteResultFile, { token, params: { id: first?.id ?? 0 } })
    expect((await see(crew.user, id)).body.files.map((file) => file.id)).toEqual([second?.id])
    await api.call(deleteResult, { token, params: { id } })
    expect((await see(crew.user, id)).status).toBe(404)
    for (const row of rows) expect(await api.app.platform.blobs.stat(row.blob_key)).toBeUndefined()
  })

  it('whose rows are gone are swept, others are not', async () => {
    const { api } = rig
    const id = await playRun(api, crew, twoFiles)
    const [kept, lost] = await api.database.kysely.selectFrom('result_file').where('run_id', '=', id).selectAll().execute()
    await api.database.kysely
      .deleteFrom('result_file')
      .where('id', '=', lost?.id ?? 0)
      .execute()
    await sweepDerivedBlobs(api.app.platform, new Date(Date.now() + 60_000))
    const { blobs } = api.app.platform
    expect(await blobs.stat(lost?.blob_key ?? '')).toBeUndefined()
    expect(await blobs.stat(kept?.blob_key ?? '')).toBeDefined()
  })
})

describe('a run', () => {
  it('is canceled while it is at work: its box ends, and nothing comes of it', async () => {
    const { api, sandbox } = rig
    const { versionId } = await makeScript(api, crew, played({ out: 'begins' }, { file: 'a', text: 'a' }, { gate: 'never' }))
    const id = await addRun(api, crew, versionId)
    await whenRun(api, id, 'running')
    const params = { id }
    expect((await api.call(deleteResult, { token: crew.user.token, params })).problem?.id).toBe('run-at-work')
    const { body } = await api.call(cancelResult, { token: crew.user.token, params })
    expect(body).toMatchObject({ status: 'canceled', run_status: 'CANCELED', may_delete: true })
    expect(body.reason).toBe(`Canceled by ${crew.user.username}`)
    // promised: nothing is left after 5 s; a heartbeat alone would take 8
    await expect.poll(() => sandbox.open, { timeout: 5000 }).toBe(0)
    expect((await see(crew.user, id)).body).toMatchObject({ status: 'canceled', file_count: 0 })
    // once more is no mistake
    expect((await api.call(cancelResult, { token: crew.user.token, params })).body.status).toBe('canceled')
  })

  it('that ends as it is canceled has one end', async () => {
    const { api, sandbox } = rig
    for (let round = 0; round < 8; round++) {
      const gate = `race ${round}`
      const { versionId } = await makeScript(api, crew, played({ gate }, { file: 'a', text: 'a' }))
      const id = await addRun(api, crew, versionId)
      await whenRun(api, id, 'running')
      sandbox.gate(gate).resolve()
      await api.call(cancelResult, { token: crew.user.token, params: { id } })
      await expect.poll(() => sandbox.open, { timeout: 15_000 }).toBe(0)
      await whenEnded(api, id)
      const { body } = await see(crew.user, id)
      expect([
        ['complete', 'FINISHED', 1],
        ['canceled', 'CANCELED', 0],
      ]).toContainEqual([body.status, body.run_status, body.file_count])
    }
  })

  it('in the queue is canceled and deleted by its owner; its result stays', async () => {
    const { api } = rig
    const { token } = crew.user
    const { versionId } = await makeScript(api, crew, played({ gate: 'jobs' }))
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
      await playRun(api, crew, played({ file: 'metrics.json', text }), { analyzerId })
    }
    await playRun(api, crew, played(), { analyzerId })
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
