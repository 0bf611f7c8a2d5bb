import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProgram } from '#server/main/program.testing.ts'
import { openDatabase } from '../open-database.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { clusterProcesses } from './processes.ts'

const silent = { info() {}, warn() {}, error() {} }
let folder: string
let cluster: string
let database: EmbeddedDatabase | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-kill-'))
  await chmod(folder, 0o755)
  cluster = join(folder, 'database', 'cluster')
})
afterEach(async () => {
  await database?.stop()
  database = undefined
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedDatabase> {
  database = await startEmbeddedDatabase({ dataDir: folder, log: silent })
  return database
}

test('a postmaster killed at random moments comes back and no committed row is lost', async () => {
  const { connection, postmasterPid } = await start()
  const { pool, kysely, close } = await openDatabase({ connection, onBrokenConnection: () => {} })
  await pool.query('create table kept (id bigint primary key)')
  let committed = 0
  for (let round = 0; round < 5; round++) {
    const killed = postmasterPid()
    const rows = 1 + Math.floor(Math.random() * 300)
    for (let i = 0; i < rows; i++) await pool.query('insert into kept values ($1)', [++committed])
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => postmasterPid() !== killed, { timeout: 30_000 }).toBe(true)
    // The pool makes new connections by itself.
    await expect
      .poll(
        () =>
          pool.query('select count(*)::bigint as n from kept').then(
            ({ rows: [row] }) => row.n,
            () => -1,
          ),
        { timeout: 30_000 },
      )
      .toBe(committed)
  }
  void kysely
  await close()
})

test('a server killed with -9 leaves nothing that hinders the next start', async () => {
  for (let round = 0; round < 3; round++) {
    const program = startProgram({ LOGGERHEAD_DATA_DIR: folder })
    await program.ready
    program.kill('SIGKILL')
    expect(await program.ended).toMatchObject({ signal: 'SIGKILL' })
  }
  // Also killed in the middle of its start, at a random moment.
  for (let round = 0; round < 4; round++) {
    const program = startProgram({ LOGGERHEAD_DATA_DIR: folder })
    const moment = Math.random() * 700
    await Promise.race([program.ready, new Promise((resolve) => setTimeout(resolve, moment))])
    program.kill('SIGKILL')
    await program.ended
  }
  const last = startProgram({ LOGGERHEAD_DATA_DIR: folder })
  expect((await fetch(`${await last.ready}/health`)).status).toBe(200)
  last.kill('SIGTERM')
  expect(await last.ended).toMatchObject({ code: 0 })
  expect(await clusterProcesses(cluster)).toEqual([])
})

test.each([
  ['a dead process', async () => deadPid()],
  ['another program that has the number now', async () => process.pid],
])('postmaster.pid of %s', async (_, pid) => {
  await (await start()).stop()
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${await pid()}\n${cluster}\n1795252000\n5432\n${folder}\n\n  12345 0\nready   \n`,
  )
  const { connection } = await start()
  await (await openDatabase({ connection })).close()
})

test('a postmaster of ours that outlived its server is ended first', async () => {
  await (await start()).stop()
  const programs = (await readFile(join(cluster, 'postmaster.opts'), 'utf8')).split(' ')[0] ?? ''
  const { uid, gid } = await import('node:fs/promises').then(({ stat }) => stat(cluster))
  const left = spawn(
    programs,
    ['-D', cluster, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${join(folder, 'database', 'socket')}`],
    { stdio: 'ignore', uid, gid, env: {} },
  )
  const ended = new Promise((resolve) => left.on('exit', resolve))
  await expect
    .poll(() => readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''), { timeout: 20_000 })
    .toContain('ready')
  const next = await start()
  await ended
  expect(next.postmasterPid()).not.toBe(left.pid)
})

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore', env: {} })
  await new Promise((resolve) => child.on('exit', resolve))
  return child.pid ?? 0
}
