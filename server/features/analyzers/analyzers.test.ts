import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createAnalyzer,
  deleteAnalyzer,
  deleteAnalyzerResults,
  getAnalyzer,
  listAnalyzers,
  updateAnalyzer,
} from '#contract/analyzers.ts'
import { createFleet, createVehicle } from '#contract/fleets.ts'
import { createJob } from '#contract/jobs.ts'
import { recycleFileVersion, restoreFileVersion } from '#contract/recycling.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import type { MadeScript } from './testing/analysis-parts.ts'
import { makeAnalyzer, makeDataset, makeScript } from './testing/analysis-parts.ts'

let api: TestApi
let organizationId: number
let owner: Person
let colleague: Person
let admin: Person
let fileId: number
let script: MadeScript
let datasetId: number
beforeAll(async () => {
  // nothing claims the runs: what they do is another test's business
  api = await startTestApi({ LOGGERHEAD_ROLES: 'web' })
  organizationId = await makeOrganization(api)
  admin = await makePerson(api, organizationId, ['admin'])
  owner = await makePerson(api, organizationId, ['ipa'])
  colleague = await makePerson(api, organizationId, ['ipa'])
  const fleet = await api.call(createFleet, { token: admin.token, body: { name: 'North' } })
  const car = { token: admin.token, params: { id: fleet.body.id }, body: { name: 'Car 1' } }
  const vehicleId = (await api.call(createVehicle, car)).body.id
  const metadata = { filename: 'note.txt', collection: 'Notes', vehicleId }
  fileId = (await send(api, { from: 'person', token: admin.token, bytes: Buffer.from('note'), metadata })).fileVersionId
})
afterAll(() => api.end())
beforeEach(async () => {
  script = await makeScript(api.database, { organizationId })
  datasetId = await makeDataset(api.database, { organizationId, userId: owner.id, files: [fileId] })
})

/** A manual analyzer of the owner's, made over HTTP. */
const create = (person: Person, more: object = {}) =>
  api.call(createAnalyzer, {
    token: person.token,
    body: {
      name: 'Cold starts',
      type: 'manual',
      script_id: [script.id],
      configs: [script.configurationId],
      datasets: [datasetId],
      ...more,
    },
  })
const made = async (more: { type?: 'ingress'; active?: boolean; userId?: number | null } = {}) => {
  const { type, userId = owner.id } = more
  const dataset =
    type === 'ingress' ? await makeDataset(api.database, { organizationId, userId: admin.id, type: 'dynamic' }) : datasetId
  return await makeAnalyzer(api.database, { organizationId, script, datasetId: dataset, ...more, userId })
}
const get = async (person: Person, id: number) => (await api.call(getAnalyzer, { token: person.token, params: { id } })).body
const update = (person: Person, id: number, body: object) =>
  api.call(updateAnalyzer, { token: person.token, params: { id }, body })
const run = ({ token }: Person, id: number) =>
  api.call(createJob, { token, body: { arguments: String(id), jobType: 'IPA_MANUAL', runType: 'DISTILLER' } })
const setRun = (id: number, status: string) =>
  api.database.pool.query('UPDATE run SET status = $2 WHERE analyzer_id = $1', [id, status])

describe('a manual analyzer', () => {
  it('is made of an accepted script, its configuration and a static dataset', async () => {
    const { status, body } = await create(owner, { description: 'each morning', share_users: [colleague.id] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Cold starts',
      description: 'each morning',
      type: 'manual',
      script: { id: script.id },
      configs: [{ id: script.configurationId }],
      datasets: [{ id: datasetId, type: 'static' }],
      missing: [],
      share_users: [{ id: colleague.id, name: colleague.username }],
      user: { id: owner.id },
      last_status: null,
      last_run: null,
      results: 0,
      active: false,
      may_edit: true,
      may_run: true,
      may_delete: true,
      reason: null,
    })
    // classic clients give one script, and a schedule that nothing follows from
    const frequency = { interval: '', start_schedule: '0001-01-01T00:00:00Z' }
    expect((await create(owner, { script_id: script.id, frequency })).status).toBe(201)
  })

  it('says which field cannot be', async () => {
    const fieldsOf = async (more: object) => (await create(owner, more)).problem?.fields.map(({ field }) => field)
    const waiting = await makeScript(api.database, { organizationId, status: 'PENDING' })
    const other = await makeScript(api.database, { organizationId })
    const dynamic = await makeDataset(api.database, { organizationId, userId: owner.id, type: 'dynamic' })
    const foreign = await makeDataset(api.database, { organizationId, userId: colleague.id, files: [fileId] })
    const refused = await create(owner, { script_id: [waiting.id], configs: [waiting.configurationId] })
    expect(refused.problem?.fields).toEqual([
      { field: 'script_id', message: expect.stringContaining('has not been accepted by an administrator yet') },
    ])
    expect(await fieldsOf({ configs: [other.configurationId] })).toEqual(['configs'])
    expect(await fieldsOf({ datasets: [dynamic] })).toEqual(['datasets'])
    expect(await fieldsOf({ datasets: [foreign] })).toEqual(['datasets'])
    expect(await fieldsOf({ share_users: [2_000_000] })).toEqual(['share_users'])
    expect(await fieldsOf({ datasets: [] })).toEqual(['datasets'])
    expect(await fieldsOf({ name: '' })).toEqual(['name'])
    expect(await fieldsOf({ name: 'x'.repeat(31) })).toEqual(['name'])
  })

  it('runs as somebody else only when an administrator says so', async () => {
    const refused = await create(owner, { script_exec_user: colleague.id })
    expect(refused.problem).toMatchObject({ id: 'forbidden', fields: [{ field: 'script_exec_user' }] })
    expect((await create(owner, { script_exec_user: owner.id })).body.script_exec_user).toBe(owner.id)
    const { body } = await create(owner)
    expect((await update(admin, body.id, { script_exec_user: colleague.id })).body.script_exec_user).toBe(colleague.id)
    // what an administrator said may stay when the owner changes something else
    expect((await update(owner, body.id, { description: 'later' })).body.script_exec_user).toBe(colleague.id)
    expect((await update(owner, body.id, { script_exec_user: admin.id })).status).toBe(403)
  })

  it('does not show a private dataset to colleagues', async () => {
    const id = await made()
    expect((await get(colleague, id)).datasets).toEqual([])
    expect((await get(colleague, id)).missing).toEqual([])
    expect((await get(owner, id)).datasets).toHaveLength(1)
  })

  it('says what is missing, and does not run without it', async () => {
    const id = await made()
    for (const [table, missing] of [
      ['dataset', 'Dataset is missing'],
      ['configuration', 'Config is missing'],
      ['script', 'Script is missing'],
    ] as const) {
      const gone = { dataset: datasetId, configuration: script.configurationId, script: script.id }[table]
      await api.database.pool.query(`UPDATE ${table} SET deleted_at = now() WHERE id = $1`, [gone])
      expect(await get(owner, id)).toMatchObject({ may_edit: true, may_run: false, reason: missing })
      const refused = await run(owner, id)
      expect(refused.problem).toMatchObject({ id: 'analyzer-incomplete', message: expect.stringContaining(missing) })
    }
    expect((await get(owner, id)).missing).toEqual(['script', 'config', 'dataset'])
    expect((await update(owner, id, { name: 'Renamed' })).body.name).toBe('Renamed')
  })
})

describe('running', () => {
  it('makes a run of each script, over the files of the datasets', async () => {
    const second = await makeScript(api.database, { organizationId })
    const { body } = await create(owner, {
      script_id: [script.id, second.id],
      configs: [script.configurationId, second.configurationId],
    })
    const { body: job, status } = await run(owner, body.id)
    expect(status).toBe(201)
    expect(job).toMatchObject({ jobType: 'IPA_MANUAL', runType: 'DISTILLER', runStatus: 'NEW', arguments: String(body.id) })
    const { rows } = await api.database.pool.query(
      `SELECT type, status, user_id, script_version_id, input_files, job_id,
         (SELECT count(*)::int FROM run_configuration c WHERE c.run_id = run.id) AS configs
       FROM run WHERE analyzer_id = $1 ORDER BY id`,
      [body.id],
    )
    const usual = { type: 'manual', status: 'new', user_id: owner.id, input_files: 1, configs: 1 }
    expect(rows).toMatchObject([
      { ...usual, script_version_id: script.versionId, job_id: job.id },
      { ...usual, script_version_id: second.versionId },
    ])
    expect(await get(owner, body.id)).toMatchObject({ last_status: 'new', results: 2, last_run: expect.any(String) })
  })

  it('belongs to the owner, also when an administrator starts it, and colleagues may not', async () => {
    const id = await made()
    expect((await run(colleague, id)).status).toBe(403)
    expect((await run(admin, id)).status).toBe(201)
    const { rows } = await api.database.pool.query('SELECT user_id, exec_user_id FROM run WHERE analyzer_id = $1', [id])
    expect(rows).toEqual([{ user_id: owner.id, exec_user_id: owner.id }])
  })

  it('needs at least one file that is still there', async () => {
    const id = await made()
    await api.call(recycleFileVersion, { token: admin.token, params: { id: fileId } })
    expect((await run(owner, id)).problem?.id).toBe('analyzer-no-files')
    await api.call(restoreFileVersion, { token: admin.token, params: { id: fileId } })
    expect((await run(owner, id)).status).toBe(201)
  })

  it('is refused for an ingress analyzer', async () => {
    expect((await run(admin, await made({ type: 'ingress' }))).problem?.id).toBe('analyzer-ingress')
  })
})

describe('an analyzer that is running', () => {
  it('is not edited, run or deleted, by nobody', async () => {
    const id = await made()
    await run(owner, id)
    await setRun(id, 'running')
    for (const person of [owner, admin]) {
      const { token } = person
      const params = { id }
      expect(await get(person, id)).toMatchObject({ last_status: 'running', may_edit: false, reason: 'It is running' })
      expect((await update(person, id, { name: 'Other' })).problem?.id).toBe('analyzer-running')
      expect((await run(person, id)).problem?.id).toBe('analyzer-running')
      expect((await api.call(deleteAnalyzer, { token, params })).problem?.id).toBe('analyzer-running')
      expect((await api.call(deleteAnalyzerResults, { token, params })).problem?.id).toBe('analyzer-running')
    }
  })

  it('can be switched off, so that a busy one can be stopped', async () => {
    const id = await made({ type: 'ingress', active: true, userId: admin.id })
    const sql =
      "INSERT INTO run (organization_id, analyzer_id, type, status, script_name, script_number, script_sha256, environment, inputs_sha256, input_files, input_bytes) VALUES ($1, $2, 'ingress', 'running', 's', 1, '', 'e', '', 1, 1)"
    await api.database.pool.query(sql, [organizationId, id])
    expect(await get(admin, id)).toMatchObject({ may_edit: false, may_switch: true })
    expect((await update(admin, id, { active: false, name: 'Other' })).problem?.id).toBe('analyzer-running')
    expect((await update(admin, id, { active: false })).body.active).toBe(false)
  })
})

describe('the status', () => {
  it('is that of the newest run', async () => {
    const id = await made()
    for (const [status, shown] of [
      ['complete', 'complete'],
      ['failed', 'failed'],
      ['canceled', 'failed'],
      ['new', 'new'],
    ]) {
      await run(owner, id)
      await setRun(id, status ?? '')
      expect((await get(owner, id)).last_status).toBe(shown)
    }
  })
})

describe('an ingress analyzer', () => {
  it('is made by administrators, of dynamic datasets', async () => {
    const dynamic = await makeDataset(api.database, { organizationId, userId: admin.id, type: 'dynamic' })
    const ingress = { type: 'ingress', datasets: [dynamic], active: true }
    expect((await create(owner, ingress)).problem).toMatchObject({ id: 'forbidden', fields: [{ field: 'type' }] })
    expect((await create(admin, { type: 'ingress' })).problem?.fields[0]?.field).toBe('datasets')
    expect((await create(admin, ingress)).body).toMatchObject({ type: 'ingress', active: true, may_run: false, may_switch: true })
    const mine = await create(owner)
    expect((await update(owner, mine.body.id, { type: 'ingress', datasets: [dynamic] })).status).toBe(403)
  })

  it('is not switched on while something is missing', async () => {
    const id = await made({ type: 'ingress', userId: admin.id })
    await api.database.pool.query('UPDATE configuration SET deleted_at = now() WHERE id = $1', [script.configurationId])
    expect((await update(admin, id, { active: true })).problem?.id).toBe('analyzer-incomplete')
  })
})

describe('deleting', () => {
  it('leaves the results, and withdraws runs that wait', async () => {
    const id = await made()
    await run(owner, id)
    await setRun(id, 'complete')
    const { body: job } = await run(owner, id)
    expect((await api.call(deleteAnalyzer, { token: owner.token, params: { id } })).status).toBe(204)
    const listed = await api.call(listAnalyzers, { token: owner.token })
    expect(listed.body.map((analyzer) => analyzer.id)).not.toContain(id)
    const { rows } = await api.database.pool.query(
      'SELECT run.status, job.run_status FROM run LEFT JOIN job ON job.id = run.job_id WHERE analyzer_id = $1 ORDER BY run.id',
      [id],
    )
    expect(rows.map(({ status }) => status)).toEqual(['complete', 'canceled'])
    expect(rows[1]).toMatchObject({ run_status: 'CANCELED' })
    expect(job.runStatus).toBe('NEW')
  })

  it('of all results leaves those that have not ended', async () => {
    const id = await made()
    await run(owner, id)
    await setRun(id, 'failed')
    await run(owner, id)
    expect((await api.call(deleteAnalyzerResults, { token: colleague.token, params: { id } })).status).toBe(403)
    expect((await api.call(deleteAnalyzerResults, { token: owner.token, params: { id } })).status).toBe(204)
    expect(await get(owner, id)).toMatchObject({ results: 1, last_status: 'new' })
  })

  it('of the user leaves an analyzer that nobody can edit', async () => {
    const id = await made({ userId: null })
    expect(await get(admin, id)).toMatchObject({ user: null, may_edit: false, may_delete: true })
    expect((await update(admin, id, { name: 'Other' })).problem?.id).toBe('analyzer-no-user')
    expect((await api.call(deleteAnalyzer, { token: admin.token, params: { id } })).status).toBe(204)
  })
})
