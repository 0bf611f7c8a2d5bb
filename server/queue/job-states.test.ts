import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '#server/database/testing.ts'
import { createTestDatabase } from '#server/database/testing.ts'
import type { Claim, JobHandler } from './job-handler.ts'
import { checkJobHandlers } from './job-handler.ts'
import * as states from './job-states.ts'
import { prepareQueue } from './wake-ups.ts'

let database: TestDatabase
let organizationId: number
beforeAll(async () => {
  database = await createTestDatabase()
  await prepareQueue(database.pool, pino({ level: 'silent' }))
  const row = await database.kysely
    .insertInto('organization')
    .values({ name: 'Jobs', quota_bytes: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  organizationId = row.id
  await sql`CREATE TABLE effect (job_id bigint NOT NULL, by_whom text NOT NULL)`.execute(database.kysely)
})
afterAll(() => database.drop())

let lookupId = 0
const lease = 30
const transaction = <T>(
  step: (t: Parameters<Parameters<ReturnType<typeof database.kysely.transaction>['execute']>[0]>[0]) => Promise<T>,
) => database.kysely.transaction().execute(step)
async function add(): Promise<number> {
  const id = await transaction((t) => states.addJob(t, { organizationId, jobType: 'INGEST', lookupId: ++lookupId }))
  return id ?? expect.fail('the job was not queued')
}
async function claim(id: number, owner = 'A'): Promise<Claim> {
  return (await states.claimJob(database.kysely, id, owner, lease)) ?? expect.fail(`${owner} could not claim the job`)
}
const row = (id: number) => database.kysely.selectFrom('job').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const expireLease = (id: number) =>
  sql`UPDATE job SET lease_until = now() - interval '1 second' WHERE id = ${id}`.execute(database.kysely)
const makeDue = (id: number) => sql`UPDATE job SET not_before = now() WHERE id = ${id}`.execute(database.kysely)
/** The database's time, ms since 1970. */
const clock = async () =>
  (await sql<{ now: Date }>`SELECT now() AS now`.execute(database.kysely)).rows[0]?.now.getTime() ?? expect.fail('no time')
const effectsOf = async (id: number) =>
  (await sql<{ by_whom: string }>`SELECT by_whom FROM effect WHERE job_id = ${id}`.execute(database.kysely)).rows
const fail = (claimed: Claim, hopeless = false) => transaction((t) => states.failJob(t, claimed, 'reason', { hopeless }))

describe('a claim', () => {
  it('is given to one of many', async () => {
    const id = await add()
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) => states.claimJob(database.kysely, id, `worker ${n}`, lease)),
    )
    expect(claims.filter((one) => one !== undefined)).toHaveLength(1)
    expect(await row(id)).toMatchObject({ run_status: 'STARTED', version: 1, attempts: 1 })
  })

  it('passes to another when the lease has expired, never before', async () => {
    const id = await add()
    const first = await claim(id, 'A')
    expect(await states.claimJob(database.kysely, id, 'B', lease)).toBeUndefined()
    await expireLease(id)
    expect(await states.prolongLease(database.kysely, first, lease)).toBe(true)
    expect(await states.claimJob(database.kysely, id, 'B', lease)).toBeUndefined()
    await expireLease(id)
    const second = await claim(id, 'B')
    expect(second.version).toBe(first.version + 1)
    expect(await states.prolongLease(database.kysely, first, lease)).toBe(false)
    expect(await row(id)).toMatchObject({ process_owner: 'B', last_process: 'B' })
  })
})

describe('the fence', () => {
  /** A takes the job and pauses past its lease; B takes it up and ends it; then A goes on. */
  async function pausedWorker(finish: (claimed: Claim, by: string) => Promise<void>): Promise<number> {
    const id = await add()
    const first = await claim(id, 'A')
    await expireLease(id)
    await finish(await claim(id, 'B'), 'B')
    await finish(first, 'A')
    return id
  }

  it('refuses the late result of a worker that lost its claim', async () => {
    const id = await pausedWorker((claimed, by) =>
      transaction(async (t) => {
        if (await states.finishJob(t, claimed)) await sql`INSERT INTO effect VALUES (${claimed.id}, ${by})`.execute(t)
      }),
    )
    expect(await effectsOf(id)).toEqual([{ by_whom: 'B' }])
    expect((await row(id)).run_status).toBe('FINISHED')
  })

  it('is what does it: without the version the effect is doubled (control)', async () => {
    const id = await pausedWorker((claimed, by) =>
      transaction(async (t) => {
        await sql`UPDATE job SET run_status = 'FINISHED', finished = now() WHERE id = ${claimed.id}`.execute(t)
        await sql`INSERT INTO effect VALUES (${claimed.id}, ${by})`.execute(t)
      }),
    )
    expect(await effectsOf(id)).toHaveLength(2)
  })

  it('stands before every other end as well', async () => {
    const id = await add()
    const late = await claim(id, 'A')
    await expireLease(id)
    await claim(id, 'B')
    expect(await fail(late)).toBeUndefined()
    expect(await transaction((t) => states.releaseJob(t, late))).toBe(false)
    expect(await row(id)).toMatchObject({ run_status: 'STARTED', process_owner: 'B' })
  })
})

describe('failure', () => {
  it('is tried again later and later, and ends in ERROR with the last reason', async () => {
    const id = await add()
    for (let attempt = 1; attempt < 5; attempt++) {
      const claimed = await claim(id)
      const before = await clock()
      expect(await fail(claimed)).toBe('LATER')
      const after = await clock()
      const failed = (await row(id)).not_before.getTime() - 10_000 * 2 ** (attempt - 1)
      // dates are cut to milliseconds
      expect(failed).toBeGreaterThanOrEqual(before - 1)
      expect(failed).toBeLessThanOrEqual(after + 1)
      expect(await states.claimJob(database.kysely, id, 'too early', lease)).toBeUndefined()
      await makeDue(id)
    }
    expect(await fail(await claim(id))).toBe('ERROR')
    expect(await row(id)).toMatchObject({
      run_status: 'ERROR',
      last_error: 'reason',
      attempts: 5,
      process_owner: null,
      finished: expect.any(Date),
    })
    expect(await states.claimJob(database.kysely, id, 'A', lease)).toBeUndefined()
  })

  it('that cannot be mended ends at once', async () => {
    const id = await add()
    expect(await fail(await claim(id), true)).toBe('ERROR')
  })

  it('of the worker in the last attempt ends the job by the sweep', async () => {
    const id = await add()
    await sql`UPDATE job SET attempts = max_attempts - 1 WHERE id = ${id}`.execute(database.kysely)
    await claim(id, 'host:7')
    expect(await transaction((t) => states.endAbandonedJob(t))).toBeUndefined()
    await expireLease(id)
    expect(await states.claimJob(database.kysely, id, 'B', lease)).toBeUndefined()
    const ended = await transaction((t) => states.endAbandonedJob(t))
    expect(ended).toMatchObject({ claim: { id }, reason: 'The worker host:7 stopped in attempt 5 of 5' })
    expect((await row(id)).run_status).toBe('ERROR')
  })
})

describe('other ends', () => {
  it('cancel from NEW, LATER and STARTED; the worker is refused afterwards', async () => {
    const [waiting, later, started] = [await add(), await add(), await add()]
    await fail(await claim(later))
    const running = await claim(started)
    for (const id of [waiting, later, started]) {
      expect(await states.cancelJob(database.kysely, organizationId + 1, id)).toBe(false)
      expect(await states.cancelJob(database.kysely, organizationId, id)).toBe(true)
      expect(await states.cancelJob(database.kysely, organizationId, id)).toBe(false)
      expect((await row(id)).run_status).toBe('CANCELED')
    }
    expect(await states.prolongLease(database.kysely, running, lease)).toBe(false)
    expect(await transaction((t) => states.finishJob(t, running))).toBe(false)
  })

  it('a released job waits again, and the attempt does not count', async () => {
    const id = await add()
    const claimed = await claim(id)
    expect(await transaction((t) => states.releaseJob(t, claimed))).toBe(true)
    expect(await row(id)).toMatchObject({ run_status: 'NEW', attempts: 0, process_owner: null })
    expect((await claim(id, 'B')).version).toBe(2)
  })
})

describe('queueing', () => {
  it('the same work is queued once while it waits or runs', async () => {
    const again = () => transaction((t) => states.addJob(t, { organizationId, jobType: 'INGEST', lookupId: 777_777 }))
    const id = await again()
    expect(id).toBeDefined()
    expect(await again()).toBeUndefined()
    await transaction(async (t) => await states.finishJob(t, await claim(id ?? 0)))
    expect(await again()).toBeDefined()
  })

  it('lost wake-ups are made again, present ones are not', async () => {
    await sql`UPDATE job SET run_status = 'CANCELED'`.execute(database.kysely)
    const id = await add()
    await sql`UPDATE job SET not_before = now() - interval '1 minute' WHERE id = ${id}`.execute(database.kysely)
    expect(await states.wakeForgottenJobs(database.kysely)).toBe(0)
    await sql`DELETE FROM graphile_worker._private_jobs`.execute(database.kysely)
    expect(await states.wakeForgottenJobs(database.kysely)).toBe(1)
    expect(await states.wakeForgottenJobs(database.kysely)).toBe(0)
  })

  it('every kind of job has one handler, or the server does not start', () => {
    const handler: JobHandler = { run: async () => async () => {}, failed: () => async () => {} }
    const kinds = ['INGEST', 'DECODE', 'CATALOG_IMPORT', 'EXPORT', 'MAIL', 'DOWNLOAD', 'IPA_MANUAL', 'IPA_INGRESS']
    const all = Object.fromEntries(kinds.map((kind) => [kind, handler]))
    expect(() => checkJobHandlers(all)).not.toThrow()
    expect(() => checkJobHandlers({})).toThrow('Jobs of the kind INGEST have no handler')
    expect(() => checkJobHandlers({ ...all, COFFEE: handler })).toThrow('COFFEE')
  })
})
