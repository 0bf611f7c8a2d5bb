import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelJob, deleteJob, getJob } from '#contract/jobs.ts'
import type { JobType } from '#contract/jobs.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

/* Jobs that are not runs: administrators end them, and what they were for is told (runs: features/results, features/runs). */

let api: TestApi
let admin: Person
let user: Person
let logger: Logger
beforeAll(async () => {
  api = await startTestApi()
  const organizationId = await makeOrganization(api)
  admin = await makePerson(api, organizationId, ['admin'])
  user = await makePerson(api, organizationId, ['ipa'])
  logger = await makeLogger(api, admin)
})
afterAll(() => api.end())

/** Not due for a day: nobody takes it. */
async function addJob(
  status: 'NEW' | 'LATER' | 'STARTED' | 'ERROR',
  jobType: JobType = 'DECODE',
  lookupId?: number,
): Promise<number> {
  const { id } = await api.database.kysely
    .insertInto('job')
    .values({
      organization_id: admin.organizationId,
      job_type: jobType,
      run_status: status,
      lookup_id: lookupId ?? null,
      not_before: new Date(Date.now() + 86_400_000),
      lease_until: status === 'STARTED' ? new Date(Date.now() + 86_400_000) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const end = (operation: typeof cancelJob | typeof deleteJob, id: number, { token } = admin) =>
  api.call(operation, { token, params: { id } })
const statusOf = async (id: number) => (await api.call(getJob, { token: admin.token, params: { id } })).body?.runStatus

describe('a job', () => {
  it.each(['NEW', 'LATER', 'STARTED'] as const)('that is %s is canceled', async (status) => {
    const id = await addJob(status)
    expect((await end(cancelJob, id, user)).status).toBe(403)
    expect(await statusOf(id)).toBe(status)
    expect((await end(cancelJob, id)).body).toMatchObject({ runStatus: 'CANCELED', finished: expect.any(String) })
    // once more, it stays as it is
    expect((await end(cancelJob, id)).body).toMatchObject({ runStatus: 'CANCELED' })
  })

  it('that has ended stays as it is when it is canceled', async () => {
    const id = await addJob('ERROR')
    expect((await end(cancelJob, id)).body).toMatchObject({ runStatus: 'ERROR' })
  })

  it.each([
    ['NEW', 204, undefined],
    ['ERROR', 204, undefined],
    ['LATER', 409, 'LATER'],
    ['STARTED', 409, 'STARTED'],
  ] as const)('that is %s is answered %d when it is deleted', async (status, answer, left) => {
    const id = await addJob(status)
    expect((await end(deleteJob, id, user)).status).toBe(403)
    const { status: given, problem } = await end(deleteJob, id)
    expect([given, await statusOf(id)]).toEqual([answer, left])
    if (answer === 409) expect(problem?.message).toBe('The job is at work; cancel it first')
  })

  it.each([
    [cancelJob, 'Canceled'],
    [deleteJob, 'Withdrawn'],
  ] as const)('that is ended by hand tells what it was for: $id', async (operation, word) => {
    const { kysely } = api.database
    const bytes = Buffer.from(`${operation.id} a file`)
    const sent = await send(api, { from: 'device', token: logger.token, bytes, metadata: { filename: 'a.txt' } })
    const file = () =>
      kysely.selectFrom('file_version').where('id', '=', sent.fileVersionId).selectAll().executeTakeFirstOrThrow()
    await expect.poll(async () => (await file()).state).toBe('plain')
    const id = await addJob('NEW', 'INGEST', sent.fileVersionId)
    await end(operation, id)
    expect(await file()).toMatchObject({
      state: 'failed',
      problem: `The file could not be looked into: ${word} by ${admin.username}`,
    })
  })
})
