import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelResult,
  deleteResult,
  deleteResultFile,
  getResult,
  getResultFile,
  getResultLog,
  listResultInputs,
  listResults,
  repeatResult,
  requestResultFiles,
  shareResults,
} from '#contract/ipa-results.ts'
import { listNotifications } from '#contract/notification-inbox.ts'
import { scripted } from '#server/features/runs/testing/scripted.ts'
import type { Crew, RunRig } from '#server/features/runs/testing/run-rig.ts'
import {
  addRun,
  makeAnalyzer,
  makeConfiguration,
  makeCrew,
  makeScript,
  playRun,
  runRow,
  startRunRig,
  whenEnded,
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
const twoFiles = scripted({ out: 'a line' }, { file: 'a.txt', text: 'first' }, { file: 'plots/b.html', text: '<b>second</b>' })

describe('results are found', () => {
  it('the own ones and those shared, by kind, time and whether they have files, newest first', async () => {
    const { user, admin, colleague } = crew
    const bare = await playRun(rig.api, crew, scripted({ out: 'nothing' }))
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
    const failed = await playRun(api, crew, scripted({ exit: 1 }), { analyzerId })
    const complete = await playRun(api, crew, twoFiles, { analyzerId })
    expect((await see(crew.colleague, failed)).status).toBe(404)
    expect((await see(crew.colleague, complete)).body.file_count).toBe(2)
    const news = await api.call(listNotifications, { token: crew.colleague.token, query: {} })
    const paths = news.body.map(({ type, path }) => `${type} ${path}`)
    expect(paths).toContain(`Result Shared /ui2/results?result=${complete}`)
    expect(paths).not.toContain(`Result Shared /ui2/results?result=${failed}`)
  })
})
