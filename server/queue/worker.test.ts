import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { onServer } from '#server/database/test-server.ts'
import { cancelJob } from './job-states.ts'
import type { QueueTimes } from './start-queue.ts'
import { usualTimes } from './start-queue.ts'
import type { TestWorker } from './testing/worker-rig.ts'
import { useWorkers } from './testing/worker-rig.ts'

/* Real worker processes, killed and paused. */

const hasty: QueueTimes = { leaseSeconds: 1.5, heartbeatSeconds: 0.4, sweepSeconds: 0.2 }
/** For those that are to keep their jobs: a busy machine may pause them for longer than a hasty lease. */
const patient: QueueTimes = { leaseSeconds: 6, heartbeatSeconds: 0.5, sweepSeconds: 0.2 }

const rig = useWorkers()
const startWorker = (times = hasty): TestWorker => rig.startWorker(times)

/** Breaks the connections whose statement waits for a lock, once there is one. */
const breakWaiting = (statement: string) =>
  rig.until(async () => {
    const broken = await rig.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [statement],
    )
    expect(broken.rowCount).not.toBe(0)
  })

describe('workers', { timeout: 60_000 }, () => {
  it('exports that take long leave a place for what loggers send', async () => {
    const worker = startWorker()
    const exports = [await rig.add('EXPORT'), await rig.add('EXPORT'), await rig.add('EXPORT')]
    const begun = async () =>
      (await Promise.all(exports.map((id) => rig.attemptsOf(id)))).filter((attempts) => attempts.length > 0).length
    await rig.until(async () => expect(await begun()).toBe(1))
    const ingest = await rig.add()
    await rig.openGate(ingest)
    await rig.untilStatus(ingest, 'FINISHED')
    expect(await begun()).toBe(1)
    for (const id of exports) await rig.openGate(id)
    for (const id of exports) await rig.untilStatus(id, 'FINISHED')
    for (const id of exports) expect(await rig.effectsOf(id)).toEqual([worker.owner])
  })

  it('a worker that was paused past its lease comes too late', async () => {
    const first = startWorker()
    const id = await rig.add()
    await rig.untilBegun(id, first)
    first.process.kill('SIGSTOP')
    const second = startWorker()
    await rig.untilBegun(id, second)
    await rig.openGate(id)
    await rig.untilStatus(id, 'FINISHED')
    first.process.kill('SIGCONT')
    await rig.until(async () => expect(first.log()).toContain('a late result was refused'))
    expect(await rig.effectsOf(id)).toEqual([second.owner])
  })

  it('a worker that works long keeps its job by its heartbeat', async () => {
    const first = startWorker(patient)
    const id = await rig.add()
    await rig.untilBegun(id, first)
    const second = startWorker(patient)
    const other = await rig.add()
    await rig.until(async () => expect([...(await rig.attemptsOf(other))].length).toBe(1))
    const { lease_until } = await rig.job(id)
    // more than a lease on, nobody else has taken it
    await rig.until(async () =>
      expect((await rig.job(id)).lease_until?.getTime()).toBeGreaterThan(
        (lease_until?.getTime() ?? 0) + 1.2 * patient.leaseSeconds * 1000,
      ),
    )
    await rig.openGate(0)
    await rig.untilStatus(id, 'FINISHED')
    await rig.untilStatus(other, 'FINISHED')
    expect(await rig.attemptsOf(id)).toEqual([first.owner])
    expect(second.process.exitCode).toBeNull()
  })

  it('a cancelled job ends at the next heartbeat, without effect', async () => {
    const worker = startWorker()
    const id = await rig.add()
    await rig.untilBegun(id, worker)
    expect(await cancelJob(rig.database.kysely, rig.organizationId, id)).toBe(true)
    await rig.until(async () => expect(worker.log()).toContain('a late result was refused'))
    await rig.openGate(id)
    expect(await rig.effectsOf(id)).toEqual([])
    expect((await rig.job(id)).run_status).toBe('CANCELED')
  })

  it('a worker that is asked to stop gives its jobs back at once', async () => {
    const first = startWorker(usualTimes)
    const id = await rig.add()
    await rig.untilBegun(id, first)
    first.process.kill('SIGTERM')
    await rig.untilStatus(id, 'NEW')
    expect((await rig.job(id)).attempts).toBe(0)
    await rig.until(async () => expect(first.process.exitCode).toBe(0))
    const second = startWorker(usualTimes)
    await rig.openGate(id)
    await rig.untilStatus(id, 'FINISHED')
    expect(await rig.effectsOf(id)).toEqual([second.owner])
  })

  it('kills at random moments lose no job and double none', async () => {
    await rig.openGate(0)
    const ids: number[] = []
    for (let i = 0; i < 80; i++) ids.push(await rig.add())
    const done = async () => (await sql`SELECT FROM effect`.execute(rig.database.kysely)).rows.length
    let pair = [startWorker(), startWorker()]
    for (let kills = 1; kills <= 6; kills++) {
      const goal = Math.min(kills * 12, 78)
      await rig.until(async () => expect(await done()).toBeGreaterThanOrEqual(goal))
      const [victim, survivor] = pair
      if (victim === undefined || survivor === undefined) break
      await rig.kill(victim)
      pair = [survivor, startWorker()]
    }
    await rig.until(async () => expect(await done()).toBe(80))
    for (const id of ids) expect(await rig.effectsOf(id)).toHaveLength(1)
    for (const id of ids) await rig.untilStatus(id, 'FINISHED')
  })

  it('a connection that breaks while a wake-up is put away ends neither the worker nor what it works on', async () => {
    const worker = startWorker(patient)
    const [long, id] = [await rig.add('EXPORT'), await rig.add()]
    await rig.untilBegun(long, worker)
    await rig.untilBegun(id, worker)
    const holder = await rig.database.pool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM graphile_worker._private_jobs WHERE key = $1 FOR UPDATE', [`job-${id}`])
      await rig.openGate(id)
      await rig.untilStatus(id, 'FINISHED')
      await breakWaiting('delete from %_private_jobs%')
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    const next = await rig.add()
    await rig.openGate(next)
    await rig.untilStatus(next, 'FINISHED')
    await rig.openGate(long)
    await rig.untilStatus(long, 'FINISHED')
    for (const each of [long, id, next]) expect(await rig.effectsOf(each)).toEqual([worker.owner])
  })

  it('a connection that breaks while a worker begins to look for jobs leaves it able to see', async () => {
    const holder = await rig.database.pool.connect()
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
    const id = await rig.add()
    await rig.openGate(id)
    await rig.untilStatus(id, 'FINISHED')
    expect(await rig.effectsOf(id)).toEqual([worker.owner])
  })

  it('a database that breaks all connections loses no job and doubles none', async () => {
    startWorker()
    await rig.openGate(0)
    const ids: number[] = []
    for (let round = 0; round < 4; round++) {
      // this test's own connections break as well
      for (let i = 0; i < 10; i++) await rig.until(async () => void ids.push(await rig.add()))
      await rig.until(async () => expect(await rig.attemptsOf(ids.at(-1) ?? 0)).not.toHaveLength(0))
      await onServer(
        rig.database.connection,
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
    }
    for (const id of ids) await rig.untilStatus(id, 'FINISHED')
    for (const id of ids) expect(await rig.effectsOf(id)).toHaveLength(1)
    expect(ids).toHaveLength(40)
  })
})
