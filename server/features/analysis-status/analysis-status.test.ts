import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAnalysisEnvironment, deleteAnalysisEnvironment, getAnalysisStatus } from '#contract/analysis-environments.ts'
import { EnvironmentError } from '#server/analysis-environment/environment-state.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import type { AnalysisParts } from './set-up.ts'
import { readyEnvironments } from './testing/ready-environments.ts'

const environments = readyEnvironments()
const parts: AnalysisParts = {
  environments: {
    ...environments,
    add: async (name, requirements) => {
      if (requirements.includes('http'))
        throw new EnvironmentError('requirements', 'Line 1 is an address.', 'Write one package a line.')
      await environments.add(name, requirements)
    },
  },
  choose: async () => ({
    sandbox: null,
    sentence: 'Analyses wait, because no sandbox holds. bubblewrap: it is not installed.',
    trials: [
      { kind: 'bubblewrap', problem: 'it is not installed', means: [], checks: [] },
      {
        kind: 'docker',
        problem: 'memory is not limited',
        means: [],
        checks: [{ name: 'memory', group: 'limits', held: false, detail: '1 GiB went through' }],
      },
    ],
  }),
}

let api: TestApi
let operator: Person
beforeAll(async () => {
  api = await startTestApi({}, undefined, parts)
  operator = await makePerson(api, await makeOrganization(api), ['admin'])
})
afterAll(() => api.end())

const status = async ({ token } = operator) => (await api.call(getAnalysisStatus, { token })).body
const create = async (name: string, requirements: string) =>
  await api.call(createAnalysisEnvironment, { token: operator.token, body: { name, requirements } })
const remove = async (name: string) => await api.call(deleteAnalysisEnvironment, { token: operator.token, params: { name } })

describe('the state of analyses', () => {
  it('says why nothing runs, and what was tried', async () => {
    await expect.poll(async () => (await status()).reason).toMatch(/no sandbox holds/)
    expect(await status()).toMatchObject({
      enabled: false,
      sandbox: null,
      probes: [
        { name: 'bubblewrap', held: false, found: 'it is not installed' },
        { name: 'docker: memory', held: false, found: '1 GiB went through' },
      ],
      environments: [{ name: 'default', usual: true, state: 'ready', python: '3.11.2', packages: [{ name: 'numpy' }] }],
      script_upload: 'everyone',
    })
  })

  it('of a server that does none says so', async () => {
    const set = { LOGGERHEAD_SANDBOX: 'off', LOGGERHEAD_RUN_MEMORY: '3GB', LOGGERHEAD_RUN_SECONDS: '90' }
    const other = await startTestApi(set)
    const person = await makePerson(other, await makeOrganization(other), ['admin'])
    const answer = await other.call(getAnalysisStatus, { token: person.token })
    expect(answer.body).toMatchObject({ enabled: false, reason: 'Analyses are switched off (LOGGERHEAD_SANDBOX is off).' })
    expect(answer.body.limits).toMatchObject({ seconds: 90, memory: 3e9, output: 1e9, output_files: 2000 })
    const body = { name: 'science', requirements: 'scikit-learn' }
    const made = await other.call(createAnalysisEnvironment, { token: person.token, body })
    expect(made.problem?.message).toBe('This server does no analyses: Analyses are switched off (LOGGERHEAD_SANDBOX is off).')
    await other.end()
  })
})

describe('an environment', () => {
  it('is made from a requirements file, and told with the others; wrong ones are refused on their field', async () => {
    expect((await create('science', 'scikit-learn')).body).toMatchObject({ name: 'science', usual: false, state: 'ready' })
    expect((await status()).environments.map(({ name }) => name)).toEqual(['default', 'science'])
    expect((await create('science', 'torch')).problem?.id).toBe('name-taken')
    expect((await create('web', 'http://x')).problem?.fields).toEqual([
      { field: 'requirements', message: 'Line 1 is an address. Write one package a line.' },
    ])
    expect((await create('A', 'numpy')).problem?.fields).toMatchObject([{ field: 'name' }])
  })

  it('goes when no analyzer uses it; the usual one never', async () => {
    await create('rare', 'numpy')
    const { pool } = api.database
    await pool.query(
      `INSERT INTO analyzer (organization_id, user_id, name, type, environment) VALUES ($1, $2, 'A', 'manual', 'rare')`,
      [operator.organizationId, operator.id],
    )
    expect((await remove('rare')).problem?.message).toBe(
      'Analyzers use the environment rare (1 of them); choose another one for them first',
    )
    await pool.query('UPDATE analyzer SET deleted_at = now()')
    expect((await remove('rare')).status).toBe(204)
    expect((await remove('rare')).status).toBe(404)
    expect((await remove('default')).problem?.id).toBe('environment-usual')
  })
})
