import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestDownload } from '#contract/downloads.ts'
import { deleteResult, deleteResultFile, getResult, requestResultFiles, shareResults } from '#contract/ipa-results.ts'
import { sweepDerivedBlobs } from '#server/features/recordings/orphans.ts'
import { scripted } from '#server/features/runs/testing/scripted.ts'
import type { Crew, RunRig } from '#server/features/runs/testing/run-rig.ts'
import {
  addRun,
  makeConfiguration,
  makeCrew,
  makeScript,
  playRun,
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

async function retrieve(token: string, headers: Record<string, string> = {}) {
  return await fetch(`${rig.api.app.address}/api/v1/downloader/retrieve?token=${token}`, { headers })
}

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
    const script = await makeScript(api, crew, twoFiles)
    const configurations = await Promise.all(
      ['{"kept": 1}', '{"lost": 1}'].map((content) => makeConfiguration(api, crew, script.scriptId, 'c.asl', content)),
    )
    const [id = 0, other = 0] = await Promise.all(
      configurations.map((configuration) => addRun(api, crew, script.versionId, { configurationIds: [configuration] })),
    )
    await Promise.all([whenEnded(api, id), whenEnded(api, other)])
    await api.call(deleteResult, { token: crew.user.token, params: { id: other } })
    const [kept, lost] = await api.database.kysely.selectFrom('result_file').where('run_id', '=', id).selectAll().execute()
    await api.database.kysely
      .deleteFrom('result_file')
      .where('id', '=', lost?.id ?? 0)
      .execute()
    await sweepDerivedBlobs(api.app.platform, new Date(Date.now() + 60_000))
    const { blobs } = api.app.platform
    expect(await blobs.stat(lost?.blob_key ?? '')).toBeUndefined()
    expect(await blobs.stat(kept?.blob_key ?? '')).toBeDefined()
    const bytes = await api.database.kysely.selectFrom('configuration_bytes').select('content').execute()
    expect(bytes.map(({ content }) => content.toString())).toEqual(['{"kept": 1}'])
  })
})
