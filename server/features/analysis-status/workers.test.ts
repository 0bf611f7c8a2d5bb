import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAnalysisEnvironment, getAnalysisStatus } from '#contract/analysis-environments.ts'
import { startApp } from '#server/app.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import type { AnalysisStanding } from './standing.ts'
import type { AnalysisParts } from './set-up.ts'
import { readyEnvironments } from './testing/ready-environments.ts'
import { HeardWorkers, tellStanding } from './workers.ts'

const sentence = 'Analyses wait, because no sandbox holds. bubblewrap: it is not installed.'
const parts: AnalysisParts = {
  environments: readyEnvironments(),
  choose: async () => ({
    sandbox: null,
    sentence,
    trials: [{ kind: 'bubblewrap', problem: 'it is not installed', means: [], checks: [] }],
  }),
}

let worker: TestApi
beforeAll(async () => {
  worker = await startTestApi({ LOGGERHEAD_RUN_SECONDS: '90' }, undefined, parts)
})
afterAll(() => worker.end())

const limits = { seconds: 1, memory: 2, processors: 3, processes: 4, output: 5, output_files: 6 }
const standing = (reason: string | null): AnalysisStanding => ({
  reason,
  sandbox: reason === null ? 'bubblewrap' : null,
  probes: [],
  limits: { ...limits, seconds: 90 },
  environments: [],
})

it('a process that leaves analyses to others tells how they stand there', async () => {
  const person = await makePerson(worker, await makeOrganization(worker), ['admin'])
  const { token } = person
  const web = await startApp({
    settings: readSettings({
      LOGGERHEAD_DATA_DIR: worker.dataDir,
      LOGGERHEAD_PORT: '0',
      LOGGERHEAD_DEMO: 'off',
      LOGGERHEAD_ROLES: 'web',
      LOGGERHEAD_RUN_SECONDS: '7',
    }),
    database: worker.database,
    log: pino({ level: 'warn' }),
  })
  const asked = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return (await (await fetch(web.address + path, { ...init, headers })).json()) as Record<string, unknown>
  }
  try {
    await expect.poll(async () => (await asked(getAnalysisStatus.path))['reason']).toContain('no sandbox holds')
    expect(await asked(getAnalysisStatus.path)).toEqual((await worker.call(getAnalysisStatus, { token })).body)
    const body = JSON.stringify({ name: 'science', requirements: 'scikit-learn' })
    expect(await asked(createAnalysisEnvironment.path, { method: 'POST', body })).toMatchObject({
      message: 'This server does no analyses: its workers do, and environments are added where they run.',
    })
  } finally {
    await web.stop()
  }
})

describe('what is known of the workers', () => {
  const known = async (): Promise<AnalysisStanding> => {
    const heard = new HeardWorkers(worker.app.platform, limits)
    await heard.ready
    await heard.stop()
    return heard.standing
  }
  const tells = async (owner: string, told: unknown, secondsAgo = 0): Promise<void> => {
    await worker.database.pool.query(
      `INSERT INTO analysis_worker (owner, standing, heard_at) VALUES ($1, $2, now() - make_interval(secs => $3))`,
      [owner, JSON.stringify(told), secondsAgo],
    )
  }
  beforeEach(() => worker.database.pool.query('DELETE FROM analysis_worker'))

  it('is nothing while none has been heard of for a minute', async () => {
    await tells('gone', standing(null), 61)
    expect(await known()).toMatchObject({
      reason: expect.stringContaining('No process that runs analyses has been heard of for a minute'),
      environments: null,
      limits,
    })
  })

  it('is what one tells that runs scripts, before one that cannot', async () => {
    await tells('a', standing(null), 20)
    await tells('b', standing('It is being built.'))
    expect(await known()).toEqual(standing(null))
  })

  it('leaves out what another version tells otherwise', async () => {
    await tells('a', { reason: null, sandbox: 'a new kind' })
    await tells('b', standing('It is being built.'))
    expect(await known()).toEqual(standing('It is being built.'))
  })

  it('is told at once, and taken back at the end', async () => {
    const stop = tellStanding(worker.app.platform, 'me', standing(null))
    const owners = async () => (await worker.database.kysely.selectFrom('analysis_worker').select('owner').execute()).length
    await expect.poll(owners).toBe(1)
    expect(await known()).toEqual(standing(null))
    await stop()
    expect(await owners()).toBe(0)
  })
})
