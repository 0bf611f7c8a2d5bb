import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export interface Product {
  readonly address: string
  readonly password: string
  readonly dataDir: string
  /** kill -9: what a power cut does to the program. */
  kill(): Promise<void>
  /** Starts it again on the same data and the same address. */
  restart(): Promise<void>
  /** Clean stop, and the data is deleted. */
  end(): Promise<void>
}

interface Wishes {
  readonly demo?: boolean
  /** Runs scripts, in the sandbox that this machine has; their Python is built once and kept. */
  readonly analyses?: boolean
  readonly environment?: Readonly<Record<string, string>>
}

export const adminPassword = 'correct horse battery staple'

/** The real program on a data folder and a port of its own, as `npm start` runs it after installing and building. */
export async function startProduct({ demo = false, analyses = false, environment = {} }: Wishes = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'loggerhead-e2e-'))
  if (analyses) await keepEnvironments(dataDir)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const settings = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LOGGERHEAD_DATA_DIR: dataDir,
    LOGGERHEAD_PORT: String(port),
    LOGGERHEAD_ADMIN_PASSWORD: adminPassword,
    LOGGERHEAD_DEMO: demo ? 'on' : 'off',
    LOGGERHEAD_SANDBOX: analyses ? 'auto' : 'off',
    ...environment,
  }
  let running = await launch(settings, address)
  return {
    address,
    password: adminPassword,
    dataDir,
    async kill() {
      running.kill('SIGKILL')
      await ended(running)
    },
    async restart() {
      running = await launch(settings, address)
    },
    async end() {
      running.kill('SIGTERM')
      await ended(running)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
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
