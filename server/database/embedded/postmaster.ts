import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { close, open, readSync, fstatSync } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { launch } from './account.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { clusterProblem } from './cluster.ts'
import { readPostmasterFile } from './processes.ts'

export interface PostmasterOptions {
  binaries: Binaries
  account: Account
  cluster: string
  socketFolder: string
  logFile: string
  durable: boolean
}

export interface Postmaster {
  pid: number
  /** Resolves when the process has ended and was reaped, with its last words. */
  ended: Promise<string>
  /** Fast shutdown; immediate after 20 s; SIGKILL after another 5 s. */
  stop(): Promise<void>
  /** For `process.on('exit')`, where nothing can be awaited. */
  stopNow(): void
}

const logLimit = 16 * 1024 * 1024

/** Starts the database and resolves when it accepts connections; recovery after a crash may take minutes. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  await rotate(options.logFile)
  const log = await promisify(open)(options.logFile, 'a+', 0o640)
  const from = fstatSync(log).size
  const how = launch(options.account, options.binaries.postgres, serverArguments(options))
  const child = spawn(how.command, how.arguments, {
    cwd: options.cluster,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    // A file, not a pipe: the database must be able to write its last words when this process is gone.
    stdio: ['ignore', log, log],
    // Control-C in a terminal goes to the server only, which then stops the database after its own last query.
    detached: true,
    uid: how.uid,
    gid: how.gid,
  })
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', () => {
      const words = readFrom(log, from)
      close(log)
      resolve(words)
    })
  })
  await ready(child, options, ended)
  return {
    pid: child.pid ?? 0,
    ended,
    stop: () => stop(child, ended),
    stopNow: () => void child.kill('SIGINT'),
  }
}

async function ready(child: ChildProcess, options: PostmasterOptions, ended: Promise<string>): Promise<void> {
  let lastWords: string | undefined
  ended.then((words) => (lastWords = words)).catch(() => undefined)
  for (;;) {
    if (lastWords !== undefined) throw clusterProblem(options.cluster, lastWords)
    const file = await readPostmasterFile(options.cluster)
    if (file?.pid === child.pid && file?.status === 'ready') return
    await wait(15)
  }
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]
  for (const [signal, patience] of steps) {
    child.kill(signal)
    const timer = new AbortController()
    const over = await Promise.race([ended.then(() => true), wait(patience, false, { signal: timer.signal })])
    timer.abort()
    if (over) return
  }
}

/** Sized for a machine of 2 cores and 2 to 4 GB that also runs the server and analyses. */
function serverArguments({ cluster, socketFolder, durable }: PostmasterOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '128MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    // Nobody replicates this database, so the log may be small.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    min_wal_size: '64MB',
    checkpoint_timeout: '10min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_min_duration_statement: '2s',
    logging_collector: 'off',
    idle_in_transaction_session_timeout: '5min',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

async function rotate(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => ({ size: 0 }))).size
  if (size > logLimit) await rename(logFile, `${logFile}.old`)
}

/** What was written since `from`, at most its last 16 KiB. */
function readFrom(file: number, from: number): string {
  const end = fstatSync(file).size
  const start = Math.max(from, end - 16_384)
  const buffer = Buffer.alloc(Math.max(0, end - start))
  const length = readSync(file, buffer, 0, buffer.length, start)
  return buffer.toString('utf8', 0, length)
}
