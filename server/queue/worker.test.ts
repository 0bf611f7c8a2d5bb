import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestDatabase } from '#server/database/testing.ts'
import { createTestDatabase } from '#server/database/testing.ts'
import { onServer } from '#server/database/test-server.ts'
import { addJob, cancelJob } from './job-states.ts'
import type { QueueTimes } from './start-queue.ts'
import { usualTimes } from './start-queue.ts'
import { prepareQueue } from './wake-ups.ts'
import { keptCode } from '#server/testing/kept-code.ts'

/* Real worker processes, killed and paused. */

const hasty: QueueTimes = { leaseSeconds: 1.5, heartbeatSeconds: 0.4, sweepSeconds: 0.2 }

let database: TestDatabase
let dataDir: string
let organizationId: number
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'loggerhead-worker-'))
  await prepareQueue(database.pool, pino({ level: 'silent' }))
  const row = await database.kysely
    .insertInto('organization')
    .values({ name: 'Jobs', quota_bytes: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  organizationId = row.id
  await sql`CREATE TABLE attempt (job_id bigint NOT NULL, by_whom text NOT NULL)`.execute(database.kysely)
  await sql`CREATE TABLE effect (job_id bigint NOT NULL, by_whom text NOT NULL)`.execute(database.kysely)
  await sql`CREATE TABLE gate (job_id bigint PRIMARY KEY)`.execute(database.kysely)
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

interface TestWorker {
  readonly process: ChildProcess
  readonly owner: string
  /** Everything that it has logged. */
  log(): string
}
const workers: TestWorker[] = []
let serial = 0
beforeEach(() => sql`TRUNCATE attempt, effect, gate, job CASCADE`.execute(database.kysely))
afterEach(async () => {
  await Promise.all(workers.splice(0).map(kill))
})

function startWorker(times: QueueTimes = hasty): TestWorker {
  const owner = `worker ${++serial}`
  const given = JSON.stringify({ connection: database.connection, owner, dataDir, times })
  const script = join(import.meta.dirname, 'testing/worker-process.ts')
  const child = spawn(process.execPath, [script, given], { env: keptCode, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const worker = { process: child, owner, log: () => text }
  workers.push(worker)
  return worker
}

async function kill({ process: child }: TestWorker): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

let lookupId = 0
const add = async (jobType: 'INGEST' | 'EXPORT' = 'INGEST'): Promise<number> =>
  (await database.kysely.transaction().execute((t) => addJob(t, { organizationId, jobType, lookupId: ++lookupId }))) ?? 0
const job = (id: number) => database.kysely.selectFrom('job').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const openGate = (id: number) => sql`INSERT INTO gate VALUES (${id})`.execute(database.kysely)
const effectsOf = async (id: number) =>
  (await sql<{ by_whom: string }>`SELECT by_whom FROM effect WHERE job_id = ${id}`.execute(database.kysely)).rows.map(
    (row) => row.by_whom,
  )
const attemptsOf = async (id: number) =>
  (await sql<{ by_whom: string }>`SELECT by_whom FROM attempt WHERE job_id = ${id}`.execute(database.kysely)).rows.map(
    (row) => row.by_whom,
  )
const until = (check: () => Promise<void>, timeout = 20_000) => vi.waitFor(check, { timeout, interval: 25 })
const untilBegun = (id: number, by: TestWorker) => until(async () => expect(await attemptsOf(id)).toContain(by.owner))
const untilStatus = (id: number, status: string) => until(async () => expect((await job(id)).run_status).toBe(status))

/** Breaks the connections whose statement waits for a lock, once there is one. */
const breakWaiting = (statement: string) =>
  until(async () => {
    const broken = await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [statement],
    )
    expect(broken.rowCount).not.toBe(0)
  })

describe('workers', { timeout: 60_000 }, () => {
  it('a killed worker is noticed, and its job done by another within 35 s, with the usual times', async () => {
    const first = startWorker(usualTimes)
    const id = await add()
    await untilBegun(id, first)
    await kill(first)
    const killed = performance.now()
    const second = startWorker(usualTimes)
    await openGate(id)
    await until(async () => expect((await job(id)).run_status).toBe('FINISHED'), 40_000)
    expect(performance.now() - killed).toBeLessThan(35_000)
    expect(await effectsOf(id)).toEqual([second.owner])
    expect(await job(id)).toMatchObject({ attempts: 2, version: 2 })
  })

  it('exports that take long leave a place for what loggers send', async () => {
    const worker = startWorker()
    const exports = [await add('EXPORT'), await add('EXPORT'), await add('EXPORT')]
    const begun = async () => (await Promise.all(exports.map(attemptsOf))).filter((attempts) => attempts.length > 0).length
    await until(async () => expect(await begun()).toBe(1))
    const ingest = await add()
    await openGate(ingest)
    await untilStatus(ingest, 'FINISHED')
    expect(await begun()).toBe(1)
    for (const id of exports) await openGate(id)
    for (const id of exports) await untilStatus(id, 'FINISHED')
    for (const id of exports) expect(await effectsOf(id)).toEqual([worker.owner])
  })

  it('a worker that was paused past its lease comes too late', async () => {
    const first = startWorker()
    const id = await add()
    await untilBegun(id, first)
    first.process.kill('SIGSTOP')
    const second = startWorker()
    await untilBegun(id, second)
    await openGate(id)
    await untilStatus(id, 'FINISHED')
    first.process.kill('SIGCONT')
    await until(async () => expect(first.log()).toContain('a late result was refused'))
    expect(await effectsOf(id)).toEqual([second.owner])
  })

  it('a worker that works long keeps its job by its heartbeat', async () => {
    const first = startWorker()
    const id = await add()
    await untilBegun(id, first)
    const second = startWorker()
    const other = await add()
    await until(async () => expect([...(await attemptsOf(other))].length).toBe(1))
    const { lease_until } = await job(id)
    // two leases on, nobody else has taken it
    await until(async () =>
      expect((await job(id)).lease_until?.getTime()).toBeGreaterThan(
        (lease_until?.getTime() ?? 0) + 2 * hasty.leaseSeconds * 1000,
      ),
    )
    await openGate(0)
    await untilStatus(id, 'FINISHED')
    await untilStatus(other, 'FINISHED')
    expect(await attemptsOf(id)).toEqual([first.owner])
    expect(second.process.exitCode).toBeNull()
  })

  it('a cancelled job ends at the next heartbeat, without effect', async () => {
    const worker = startWorker()
    const id = await add()
    await untilBegun(id, worker)
    expect(await cancelJob(database.kysely, organizationId, id)).toBe(true)
    await until(async () => expect(worker.log()).toContain('a late result was refused'))
    await openGate(id)
    expect(await effectsOf(id)).toEqual([])
    expect((await job(id)).run_status).toBe('CANCELED')
  })

  it('a worker that is asked to stop gives its jobs back at once', async () => {
    const first = startWorker(usualTimes)
    const id = await add()
    await untilBegun(id, first)
    first.process.kill('SIGTERM')
    await untilStatus(id, 'NEW')
    expect((await job(id)).attempts).toBe(0)
    await until(async () => expect(first.process.exitCode).toBe(0))
    const second = startWorker(usualTimes)
    await openGate(id)
    await untilStatus(id, 'FINISHED')
    expect(await effectsOf(id)).toEqual([second.owner])
  })

  it('kills at random moments lose no job and double none', async () => {
    await openGate(0)
    const ids: number[] = []
    for (let i = 0; i < 80; i++) ids.push(await add())
    const done = async () => (await sql`SELECT FROM effect`.execute(database.kysely)).rows.length
    let pair = [startWorker(), startWorker()]
    for (let kills = 1; kills <= 6; kills++) {
      const goal = Math.min(kills * 12, 78)
      await until(async () => expect(await done()).toBeGreaterThanOrEqual(goal))
      const [victim, survivor] = pair
      if (victim === undefined || survivor === undefined) break
      await kill(victim)
      pair = [survivor, startWorker()]
    }
    await until(async () => expect(await done()).toBe(80))
    for (const id of ids) expect(await effectsOf(id)).toHaveLength(1)
    for (const id of ids) await untilStatus(id, 'FINISHED')
  })

  it('a connection that breaks while a wake-up is put away ends neither the worker nor what it works on', async () => {
    const worker = startWorker()
    const [long, id] = [await add('EXPORT'), await add()]
    await untilBegun(long, worker)
    await untilBegun(id, worker)
    const holder = await database.pool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM graphile_worker._private_jobs WHERE key = $1 FOR UPDATE', [`job-${id}`])
      await openGate(id)
      await untilStatus(id, 'FINISHED')
      await breakWaiting('delete from %_private_jobs%')
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    const next = await add()
    await openGate(next)
    await untilStatus(next, 'FINISHED')
    await openGate(long)
    await untilStatus(long, 'FINISHED')
    for (const each of [long, id, next]) expect(await effectsOf(each)).toEqual([worker.owner])
  })

  it('a connection that breaks while a worker begins to look for jobs leaves it able to see', async () => {
    const holder = await database.pool.connect()
    let worker: TestWorker
    try {
      await holder.query('BEGIN')
      await holder.query('LOCK TABLE graphile_worker._private_tasks')
      worker = startWorker()
      await breakWaiting('insert into %_private_tasks%')
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    const id = await add()
    await openGate(id)
    await untilStatus(id, 'FINISHED')
    expect(await effectsOf(id)).toEqual([worker.owner])
  })

  it('a database that breaks all connections loses no job and doubles none', async () => {
    startWorker()
    await openGate(0)
    const ids: number[] = []
    for (let round = 0; round < 4; round++) {
      // this test's own connections break as well
      for (let i = 0; i < 10; i++) await until(async () => void ids.push(await add()))
      await until(async () => expect(await attemptsOf(ids.at(-1) ?? 0)).not.toHaveLength(0))
      await onServer(
        database.connection,
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
    }
    for (const id of ids) await untilStatus(id, 'FINISHED')
    for (const id of ids) expect(await effectsOf(id)).toHaveLength(1)
    expect(ids).toHaveLength(40)
  })
})
