import type { ChildProcess } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')

export interface Product {
  readonly address: string
  readonly password: string
  readonly dataDir: string
  /** kill -9: what a power cut does to the program. */
  kill(): Promise<void>
  /** Starts it again on the same data and the same address, with these settings besides. */
  restart(more?: Readonly<Record<string, string>>): Promise<void>
  /** Clean stop; the data stays. */
  stop(): Promise<void>
  /** Clean stop, and the data is deleted. */
  end(): Promise<void>
}

interface Wishes {
  readonly demo?: boolean
  /** Begin with a copy of this data folder, whose server is not running. */
  readonly copyOf?: string | undefined
  /** Runs scripts, in the sandbox that this machine has; their Python is built once and kept. */
  readonly analyses?: boolean
  readonly environment?: Readonly<Record<string, string>>
}

/** Compiled code is kept from one program to the next: it halves what it costs until they begin. */
const keptCode = { NODE_COMPILE_CACHE: join(root, 'var/compile-cache') }

export const adminPassword = 'correct horse battery staple'

/** The real program on a data folder and a port of its own, as `npm start` runs it after installing and building. */
export async function startProduct({ demo = false, analyses = false, copyOf, environment = {} }: Wishes = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'loggerhead-e2e-'))
  // not by Node's own copy: the database's files belong to another user, and must go on doing so
  if (copyOf !== undefined) await promisify(execFile)('cp', ['-a', `${copyOf}/.`, dataDir])
  if (analyses) await keepEnvironments(dataDir)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const settings = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    ...keptCode,
    LOGGERHEAD_DATA_DIR: dataDir,
    LOGGERHEAD_PORT: String(port),
    LOGGERHEAD_ADMIN_PASSWORD: adminPassword,
    LOGGERHEAD_DEMO: demo ? 'on' : 'off',
    LOGGERHEAD_SANDBOX: analyses ? 'auto' : 'off',
    ...environment,
  }
  let running = await launch(settings, address)
  const stop = async () => {
    running.kill('SIGTERM')
    await ended(running)
  }
  return {
    address,
    password: adminPassword,
    dataDir,
    async kill() {
      running.kill('SIGKILL')
      await ended(running)
    },
    async restart(more = {}) {
      running = await launch({ ...settings, ...more }, address)
    },
    stop,
    async end() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** `npx loggerhead ...` on a running server's data. */
export async function runCommand(dataDir: string, words: readonly string[], input = ''): Promise<void> {
  const settings = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...keptCode, LOGGERHEAD_DATA_DIR: dataDir }
  await new Promise<void>((resolve, reject) => {
    const program = [join(root, 'server/command-line/main.ts'), ...words]
    const child = execFile(process.execPath, program, { cwd: root, env: settings }, (error, _out, said) =>
      error ? reject(new Error(said)) : resolve(),
    )
    child.stdin?.end(input)
  })
}

/** The scripts' Python is the same for all tests, and takes minutes to build. */
async function keepEnvironments(dataDir: string): Promise<void> {
  const kept = join(root, 'var/test-tools/analysis-environments')
  await mkdir(kept, { recursive: true })
  await symlink(kept, join(dataDir, 'analysis-environments'))
}

async function launch(environment: Record<string, string>, address: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (output += data.toString()))
  const failed = ended(child).then(() => {
    throw new Error(`The server ended before it answered:\n${output}`)
  })
  failed.catch(() => undefined)
  await Promise.race([answering(address), failed])
  return child
}

/** Until the server answers on its health address; the test's own time limit bounds it. */
async function answering(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${address}/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

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
