import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { TestDatabase } from '#server/database/testing.ts'
import { createTestDatabase } from '#server/database/testing.ts'
import { keptCode } from '#server/testing/kept-code.ts'
import { addJob } from '../job-states.ts'
import type { QueueTimes } from '../start-queue.ts'
import { prepareQueue } from '../wake-ups.ts'

export interface TestWorker {
  readonly process: ChildProcess
  readonly owner: string
  /** Everything that it has logged. */
  log(): string
}

/** A queue in a database of its own, and worker processes whose jobs wait at gates (worker-process.ts). */
export class WorkerRig {
  readonly #workers: TestWorker[] = []
  #database: TestDatabase | undefined
  #dataDir = ''
  #serial = 0
  #lookupId = 0
  organizationId = 0

  get database(): TestDatabase {
    if (this.#database === undefined) throw new Error('The database has not been made')
    return this.#database
  }

  async begin(): Promise<void> {
    this.#database = await createTestDatabase()
    this.#dataDir = await mkdtemp(join(tmpdir(), 'loggerhead-worker-'))
    const { kysely, pool } = this.database
    await prepareQueue(pool, pino({ level: 'silent' }))
    const row = await kysely
      .insertInto('organization')
      .values({ name: 'Jobs', quota_bytes: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    this.organizationId = row.id
    await sql`CREATE TABLE attempt (job_id bigint NOT NULL, by_whom text NOT NULL)`.execute(kysely)
    await sql`CREATE TABLE effect (job_id bigint NOT NULL, by_whom text NOT NULL)`.execute(kysely)
    await sql`CREATE TABLE gate (job_id bigint PRIMARY KEY)`.execute(kysely)
  }

  async end(): Promise<void> {
    await this.#database?.drop()
    await rm(this.#dataDir, { recursive: true, force: true })
  }

  async forgetJobs(): Promise<void> {
    await sql`TRUNCATE attempt, effect, gate, job CASCADE`.execute(this.database.kysely)
  }

  startWorker(times: QueueTimes): TestWorker {
    const owner = `worker ${++this.#serial}`
    const given = JSON.stringify({ connection: this.database.connection, owner, dataDir: this.#dataDir, times })
    const script = join(import.meta.dirname, 'worker-process.ts')
    const child = spawn(process.execPath, [script, given], { env: keptCode, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    const worker = { process: child, owner, log: () => text }
    this.#workers.push(worker)
    return worker
  }

  async kill({ process: child }: TestWorker): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => this.kill(worker)))
  }

  async add(jobType: 'INGEST' | 'EXPORT' = 'INGEST'): Promise<number> {
    const { organizationId } = this
    const lookupId = ++this.#lookupId
    const transaction = this.database.kysely.transaction()
    return (await transaction.execute((t) => addJob(t, { organizationId, jobType, lookupId }))) ?? 0
  }

  async job(id: number) {
    return await this.database.kysely.selectFrom('job').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  }

  async openGate(id: number): Promise<void> {
    await sql`INSERT INTO gate VALUES (${id})`.execute(this.database.kysely)
  }

  async effectsOf(id: number): Promise<string[]> {
    const found = sql<{ by_whom: string }>`SELECT by_whom FROM effect WHERE job_id = ${id}`
    return (await found.execute(this.database.kysely)).rows.map((row) => row.by_whom)
  }

  async attemptsOf(id: number): Promise<string[]> {
    const found = sql<{ by_whom: string }>`SELECT by_whom FROM attempt WHERE job_id = ${id}`
    return (await found.execute(this.database.kysely)).rows.map((row) => row.by_whom)
  }

  async until(check: () => Promise<void>, timeout = 20_000): Promise<void> {
    await vi.waitFor(check, { timeout, interval: 25 })
  }

  async untilBegun(id: number, by: TestWorker): Promise<void> {
    await this.until(async () => expect(await this.attemptsOf(id)).toContain(by.owner))
  }

  async untilStatus(id: number, status: string): Promise<void> {
    await this.until(async () => expect((await this.job(id)).run_status).toBe(status))
  }
}

/** Registers the rig for the tests of the file that calls it; each begins without jobs and workers. */
export function useWorkers(): WorkerRig {
  const rig = new WorkerRig()
  beforeAll(() => rig.begin())
  beforeEach(() => rig.forgetJobs())
  afterEach(() => rig.killAll())
  afterAll(() => rig.end())
  return rig
}
