import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const requirements = join(import.meta.dirname, 'requirements.txt')
const cache = join(import.meta.dirname, '../var/conformance')

/** The Python that has the oracles, or why there is none on this machine. */
export type OracleEnvironment = { python: string } | { missing: string }

/** What a child process may know of this one's environment. */
function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'PIP_INDEX_URL', 'PIP_CERT', 'SSL_CERT_FILE', 'HTTPS_PROXY', 'NO_PROXY'] as const
  const values = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]))
  // python-can takes the dates of text logs as local time
  return { HOME: homedir(), TZ: 'UTC', ...Object.fromEntries(values) }
}

/**
 * A virtual environment with exactly `requirements.txt`, made once and kept under var/conformance. Its folder's name is
 * the hash of the requirements, so a change makes a new one.
 */
export async function oracleEnvironment(): Promise<OracleEnvironment> {
  const name = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const folder = join(cache, `venv-${name}`)
  const python = join(folder, 'bin/python')
  mkdirSync(cache, { recursive: true })
  return await inTurn(`${folder}.lock`, async () => {
    if (existsSync(join(folder, 'ready'))) return { python }
    return await makeEnvironment(folder, python)
  })
}

/** Virtual environments know their own path, so it is made in place and marked when it is whole. */
async function makeEnvironment(folder: string, python: string): Promise<OracleEnvironment> {
  rmSync(folder, { recursive: true, force: true })
  try {
    await run('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)'], { env: bareEnvironment() })
  } catch {
    return {
      missing:
        'Python 3.11 or newer is not on this machine; written files are not compared with asammdf, python-can and cantools.',
    }
  }
  try {
    await run('python3', ['-m', 'venv', folder], { env: bareEnvironment() })
    const install = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      // what is imported is compiled then
      '--no-compile',
      '--only-binary',
      ':all:',
      '-r',
      requirements,
    ]
    await run(python, install, { env: bareEnvironment() })
  } catch (error) {
    const reason = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error)
    return {
      missing: `The packages of conformance/requirements.txt cannot be installed here (${reason}); written files are not compared.`,
    }
  }
  writeFileSync(join(folder, 'ready.part'), '')
  renameSync(join(folder, 'ready.part'), join(folder, 'ready'))
  return { python }
}

/** How often a file that waits for another one looks again, milliseconds. */
const lookAgain = 100

/** Several test files ask at the same time, in processes of their own: one makes the environment, the others wait for it. */
async function inTurn<T>(lock: string, task: () => Promise<T>): Promise<T> {
  while (!isTaken(lock)) await pause(lookAgain)
  try {
    return await task()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** True when the lock is ours now. One that was left behind by a program that has ended is taken away. */
function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(holderOf(lock))) rmSync(lock, { force: true })
    return false
  }
}

/** NaN while it is being written or has just gone. */
function holderOf(lock: string): number {
  try {
    return Number(readFileSync(lock, 'utf8') || NaN)
  } catch {
    return NaN
  }
}

function isAlive(pid: number): boolean {
  if (Number.isNaN(pid)) return true
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Runs a script of this folder with the oracles' Python; gives its lines. */
export async function runOracle(python: string, script: string, ...parameters: string[]): Promise<string[]> {
  const { stdout } = await run(python, [join(import.meta.dirname, script), ...parameters], {
    env: bareEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout.split('\n').filter((line) => line !== '')
}

/** True when a program is on the path. */
export function hasProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}
