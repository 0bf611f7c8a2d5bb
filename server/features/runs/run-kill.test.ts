import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scripted } from './testing/scripted.ts'
import type { Crew, RunRig } from './testing/run-rig.ts'
import { addRun, jobOf, makeAnalyzer, makeCrew, makeScript, runRow, startRunRig } from './testing/run-rig.ts'
import { keptCode } from '#server/testing/kept-code.ts'

/* The whole server, killed with -9 in a run: the next one begins it anew, and there is one result. */

let rig: RunRig
let crew: Crew
const servers = new Set<ChildProcess>()
beforeAll(async () => {
  rig = await startRunRig()
  crew = await makeCrew(rig.api)
})
afterAll(async () => {
  for (const server of servers) await kill(server)
  await rig.api.database.drop()
  await rm(rig.api.dataDir, { recursive: true, force: true })
})

function startServer({ release = false } = {}): ChildProcess {
  const given = JSON.stringify({ connection: rig.api.database.connection, dataDir: rig.api.dataDir, release })
  const script = join(import.meta.dirname, 'testing/run-server-process.ts')
  const server = spawn(process.execPath, [script, given], { env: keptCode, stdio: ['ignore', 'inherit', 'inherit'] })
  servers.add(server)
  return server
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
}

const linesOf = async (id: number) =>
  (
    await rig.api.database.kysely
      .selectFrom('run_line')
      .where('run_id', '=', id)
      .select(['number', 'text'])
      .orderBy('number')
      .execute()
  ).map(({ number, text }) => `${number} ${text}`)

it('begins a run anew that a killed server had begun', { timeout: 180_000 }, async () => {
  const { api } = rig
  const { kysely } = api.database
  await api.app.stop()
  const analyzerId = await makeAnalyzer(api, crew, [crew.colleague])
  const { versionId } = await makeScript(
    api,
    crew,
    scripted({ out: 'one' }, { out: 'two' }, { progress: 30 }, { file: 'a.txt', text: 'a' }, { wait: true }, { out: 'three' }),
  )
  const id = await addRun(api, crew, versionId, { analyzerId })
  const first = startServer()
  await expect.poll(async () => (await linesOf(id)).length, { timeout: 60_000 }).toBe(2)
  await kill(first)
  expect(await runRow(api, id)).toMatchObject({ status: 'running', finished_at: null })
  // the lease of the dead server runs out
  await kysely
    .updateTable('job')
    .set({ lease_until: new Date(0) })
    .where('lookup_id', '=', id)
    .execute()

  const second = startServer({ release: true })
  await expect.poll(async () => (await jobOf(api, id)).run_status, { timeout: 60_000 }).toBe('FINISHED')
  await kill(second)
  expect(await jobOf(api, id)).toMatchObject({ attempts: 2 })
  expect(await runRow(api, id)).toMatchObject({ status: 'complete', reason: null })
  expect(await linesOf(id)).toEqual(['1 one', '2 two', '3 three'])
  const files = await kysely.selectFrom('result_file').where('run_id', '=', id).select('filename').execute()
  expect(files).toEqual([{ filename: 'a.txt' }])
  const news = await kysely.selectFrom('notification').where('user_id', '=', crew.colleague.id).select('type').execute()
  expect(news).toEqual([{ type: 'Result Shared' }])
})

it('ends in ERROR when every server died in it', { timeout: 180_000 }, async () => {
  const { versionId } = await makeScript(rig.api, crew, scripted({ out: 'kills' }, { wait: true }))
  const id = await addRun(rig.api, crew, versionId)
  await rig.api.database.pool.query('UPDATE job SET max_attempts = 1 WHERE lookup_id = $1', [id])
  await kill(await begun(id))
  await rig.api.database.pool.query(`UPDATE job SET lease_until = now() - interval '1 second' WHERE lookup_id = $1`, [id])
  const next = startServer()
  await expect.poll(async () => (await runRow(rig.api, id)).status, { timeout: 60_000 }).toBe('failed')
  await kill(next)
  expect((await runRow(rig.api, id)).reason).toMatch(/^The worker .* stopped in attempt 1 of 1$/)
  const files = await rig.api.database.kysely.selectFrom('result_file').where('run_id', '=', id).selectAll().execute()
  expect(files.map(({ filename }) => filename)).toEqual(['DockerLog.txt'])
  const place = rig.api.app.platform.blobs.pathOf(files[0]?.blob_key ?? '') ?? ''
  expect(await readFile(place, 'utf8')).toMatch(/^The worker .* stopped in attempt 1 of 1\n\nkills\n$/)
})

async function begun(id: number): Promise<ChildProcess> {
  const server = startServer()
  await expect.poll(async () => (await linesOf(id)).length, { timeout: 60_000 }).toBe(1)
  return server
}
