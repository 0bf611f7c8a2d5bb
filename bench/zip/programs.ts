import type { ChildProcess } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Served {
  readonly address: string
  /** Of the processes that serve. */
  readonly pids: readonly number[]
  stop(): Promise<void>
}

/** A program of this folder, which prints its address. */
export async function startProgram(name: string, args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${String(code)} before it served`)
  })
  const [address] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  ended.catch(() => undefined)
  return { address: String(address), pids: [child.pid ?? 0], stop: () => stop(child) }
}

/** nginx on one file, as Debian sets it up for files: sendfile, one worker. Undefined where there is no nginx. */
export async function startNginx(folder: string, file: string): Promise<Served | undefined> {
  const program = await programAt('nginx', ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'])
  if (program === undefined) return undefined
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const configuration = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  await writeFile(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; master_process off; worker_processes 1; pid ${folder}/pid;
     error_log stderr crit; events {} http { access_log off; sendfile on; tcp_nopush on; ${temporary.join(' ')}
     server { listen 127.0.0.1:${port}; location = /file { alias ${file}; } } }`,
  )
  const child = spawn(program, ['-c', configuration, '-p', folder, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const address = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    const answer = await fetch(`${address}/nothing`).catch(() => undefined)
    if (answer !== undefined) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { address, pids: [child.pid ?? 0], stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function programAt(name: string, more: readonly string[]): Promise<string | undefined> {
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), ...more]) {
    const path = join(folder, name)
    const found = await access(path).then(
      () => true,
      () => false,
    )
    if (found) return path
  }
  return undefined
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
}

export interface Fetched {
  readonly bytes: number
  /** Until the first byte and until the last, seconds. */
  readonly first: number
  readonly total: number
  /** Of processor that the server took, seconds; undefined where the system does not tell. */
  readonly processor: number | undefined
}

/** One download, thrown away or kept, by curl: a client that takes as fast as it is given. */
export async function fetchAll(url: string, { pids }: Pick<Served, 'pids'>, into = '/dev/null'): Promise<Fetched> {
  const before = await processorSeconds(pids)
  const format = '%{http_code} %{size_download} %{time_starttransfer} %{time_total}'
  const { stdout } = await run('curl', ['-sS', '-o', into, '-w', format, url])
  const after = await processorSeconds(pids)
  const [status, bytes = NaN, first = NaN, total = NaN] = stdout.split(' ').map(Number)
  if (status !== 200) throw new Error(`${url} answered ${String(status)}`)
  return { bytes, first, total, processor: before === undefined || after === undefined ? undefined : after - before }
}

/** Linux tells it in ticks of 10 ms. */
async function processorSeconds(pids: readonly number[]): Promise<number | undefined> {
  let ticks = 0
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    if (stat === undefined) return undefined
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / 100
}
