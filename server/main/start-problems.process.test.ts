import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { startEmbeddedDatabase } from '../database/embedded/embedded-database.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { startProgram, takenPort } from './program.testing.ts'

const root = process.getuid?.() === 0
// nobody: initdb wants a user with a name
const ordinaryUser = 65_534
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-program-'))
  await chmod(folder, 0o755)
  return () => rm(folder, { recursive: true, force: true })
})

/** Starts a program that must not start; its output, which must be one sentence without a stack trace. */
async function problem(settings: Record<string, string>, user?: number): Promise<{ code: number | null; line: string }> {
  const { code, output } = await startProgram({ LOGGERHEAD_DATA_DIR: folder, ...settings }, user).ended
  expect(output).not.toMatch(/\n\s+at /)
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => !line.includes('Deprecation') && !line.includes('--trace-') && !line.includes('(shown only now)'))
  expect(lines).toHaveLength(1)
  return { code, line: lines[0] ?? '' }
}

test('a wrong setting', async () => {
  expect(await problem({ LOGGERHEAD_PORT: 'http' })).toEqual({
    code: 78,
    line: 'LOGGERHEAD_PORT is "http": write a whole number from 0 to 65535.',
  })
})

test('a taken port', async () => {
  const { port, free } = await takenPort()
  const { code, line } = await problem({ LOGGERHEAD_PORT: String(port) })
  free()
  expect(code).toBe(1)
  expect(line).toBe(
    `Port ${port} of 127.0.0.1 is taken by another program: stop that one, or set LOGGERHEAD_PORT to another port.`,
  )
})

test('a database that does not answer', async () => {
  const { code, line } = await problem({ LOGGERHEAD_DATABASE_URL: 'postgresql://me:secret@127.0.0.1:9/fleet' })
  expect(code).toBe(1)
  expect(line).toBe('The database 127.0.0.1:9/fleet does not answer (ECONNREFUSED): start it or correct LOGGERHEAD_DATABASE_URL.')
})

test('a data folder of a newer version', async () => {
  const embedded = await startEmbeddedDatabase({ dataDir: folder, log: { info() {}, warn() {}, error() {} }, durable: false })
  const database = await openDatabase({ connection: embedded.connection })
  await migrate(database.pool)
  await database.pool.query("insert into migration (number, name, sha256) values (9999, '9999_future.sql', '')")
  await database.close()
  await embedded.stop()
  const { code, line } = await problem({})
  expect(code).toBe(1)
  expect(line).toContain('changed by a newer Loggerhead (migration 9999_future.sql): start that version')
})

test.skipIf(!root)('a read-only data folder (needs root to become an ordinary user)', async () => {
  const { code, line } = await problem({}, ordinaryUser)
  expect(code).toBe(1)
  expect(line).toContain(`The folder ${folder} cannot be written: give this user write permission`)
})

// 8 MB: not even the programs fit; 80 MB: the cluster does not.
test.skipIf(!root || process.platform !== 'linux').each(['8m', '80m'])(
  'a full disk of %s (needs root to mount a small one)',
  async (size) => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder])
    expect(mounted.status, 'mounting a tmpfs').toBe(0)
    try {
      const { code, line } = await problem({})
      expect(code).toBe(1)
      expect(line).toMatch(/^The disk .* is full: free some space/)
    } finally {
      spawnSync('umount', ['-l', folder])
    }
  },
)

test('two servers on one data folder', async () => {
  const first = startProgram({ LOGGERHEAD_DATA_DIR: folder })
  await first.ready
  const { code, line } = await problem({})
  expect(code).toBe(1)
  expect(line).toBe(
    `Another Loggerhead already runs on this data folder ${folder} (pid ${first.pid}): stop it first, or set LOGGERHEAD_DATA_DIR to another folder.`,
  )
  first.kill('SIGTERM')
  expect(await first.ended).toMatchObject({ code: 0 })
})

test.skipIf(!root)('an ordinary user (needs root to become one)', async () => {
  await chown(folder, ordinaryUser, ordinaryUser)
  const program = startProgram({ LOGGERHEAD_DATA_DIR: folder }, ordinaryUser)
  expect((await fetch(`${await program.ready}/health`)).status).toBe(200)
  program.kill('SIGINT')
  expect(await program.ended).toMatchObject({ code: 0 })
})
