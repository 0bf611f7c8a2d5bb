import { spawn } from 'node:child_process'
import { chmod, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '#server/settings/start-error.ts'
import { giveTo, launch, namedAccount } from './account.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

export const superuser = 'loggerhead'
export const databaseName = 'loggerhead'

export interface ClusterOptions {
  binaries: Binaries
  account: Account
  /** false only for throw-away test databases. */
  durable: boolean
}

/** Creates the cluster when there is none. Safe to kill at any point: it appears under its name only when whole. */
export async function provideCluster(cluster: string, options: ClusterOptions): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) await createCluster(cluster, options)
  else if (version.trim() !== String(options.binaries.major)) {
    throw new StartError(
      'database-of-another-version',
      `The database in ${cluster} was made by PostgreSQL ${version.trim()}, this Loggerhead brings ${options.binaries.major}: start the Loggerhead version that made it, back up, and restore the backup here.`,
    )
  }
  await giveTo(options.account, cluster)
}

async function createCluster(cluster: string, { binaries, account, durable }: ClusterOptions): Promise<void> {
  const parent = dirname(cluster)
  for (const name of await readdir(parent)) {
    if (name.startsWith(`${basename(cluster)}.half-`)) await rm(join(parent, name), { recursive: true, force: true })
  }
  const half = `${cluster}.half-${process.pid}`
  await mkdir(half, { mode: 0o700 })
  await chmod(half, 0o700)
  const creator = namedAccount(account)
  await giveTo(creator, half)
  const options = [
    `--pgdata=${half}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    // Sorting that never changes with the operating system's libraries (PostgreSQL documentation, section 23.1.4).
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    // Only the socket's folder decides who may connect: nobody but this user and root can enter it.
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  await run(creator, binaries.initdb, options, half)
  await rename(half, cluster)
}

async function run(account: Account, program: string, args: string[], folder: string): Promise<void> {
  const how = launch(account, program, args)
  const child = spawn(how.command, how.arguments, {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Control-C in a terminal must not leave half a cluster; the server stops after this step.
    detached: true,
    uid: how.uid,
    gid: how.gid,
  })
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw clusterProblem(folder, output)
}

/** Turns PostgreSQL's own words into a sentence with a remedy. */
export function clusterProblem(folder: string, output: string): StartError {
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return new StartError(
      'disk-full',
      `The disk that holds ${folder} is full: free some space or set LOGGERHEAD_DATA_DIR to a folder on another disk.`,
    )
  }
  if (/Read-only file system|Permission denied/.test(output)) {
    return new StartError(
      'folder-not-writable',
      `The database cannot write its folder ${folder}: give user permission to write it or set LOGGERHEAD_DATA_DIR to another folder. PostgreSQL says: ${lastLine(output)}`,
    )
  }
  return new StartError(
    'database-does-not-start',
    `The database in ${folder} does not start. PostgreSQL says: ${lastLine(output)}`,
  )
}

function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line))
  return (telling ?? lines.at(-1) ?? 'nothing').trim()
}
