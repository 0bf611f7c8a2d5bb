import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentError } from './environment-state.ts'
import type { MachinePython } from './machine-python.ts'
import { ProgramFailed, runProgram } from './run-program.ts'

const requirements = join(import.meta.dirname, '../../analysis-env/uv.txt')
const mostInstallMs = 20 * 60_000

export interface Installer {
  readonly program: string
  /** Where packages are kept between environments. */
  readonly cache: string
  /** The package index, when the operator chose one. */
  readonly index: string | null
}

/**
 * The pinned installer (uv), fetched once into `folder` with pip, which checks its hash.
 *
 * @throws EnvironmentError when this machine's Python has no pip, or the package index is out of reach
 */
export async function provideInstaller(python: MachinePython, folder: string, signal: AbortSignal): Promise<Installer> {
  const text = await readFile(requirements)
  const place = join(folder, `uv-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`)
  const index = await chosenIndex(python, signal)
  const installer = { program: join(place, 'bin/uv'), cache: join(folder, 'cache'), index }
  if (existsSync(installer.program)) return installer
  const part = `${place}.part-${process.pid}`
  await rm(part, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    const pip = await pipOf(python, join(part, 'pip'), signal)
    const install = ['install', '--quiet', '--disable-pip-version-check', '--retries', '2', '--no-deps', '--only-binary', ':all:']
    const to = ['--require-hashes', '--target', join(part, 'uv'), '--requirement', requirements]
    const { program, before } = pip
    await runProgram({ program, parameters: [...before, ...install, ...to], signal, mostMs: mostInstallMs })
    if (!existsSync(place)) await rename(join(part, 'uv'), place)
  } catch (error) {
    throw installProblem(error)
  } finally {
    await rm(part, { recursive: true, force: true })
  }
  return installer
}

interface Pip {
  readonly program: string
  readonly before: readonly string[]
}

/** The machine's pip, or the one that Python brings for virtual environments. */
async function pipOf(python: MachinePython, folder: string, signal: AbortSignal): Promise<Pip> {
  const own = { program: python.program, before: ['-m', 'pip'] }
  const there = await runProgram({ program: own.program, parameters: [...own.before, '--version'], signal }).catch(() => '')
  if (there !== '') return own
  try {
    await runProgram({ program: python.program, parameters: ['-m', 'venv', folder], signal })
  } catch (error) {
    signal.throwIfAborted()
    throw new EnvironmentError(
      'python',
      `Python ${python.version} of this machine has neither pip nor ensurepip${error instanceof ProgramFailed ? '' : `: ${String(error)}`}.`,
      'Install them (on Debian and Ubuntu: apt-get install python3-venv) and start the server again.',
    )
  }
  return { program: join(folder, 'bin/python'), before: ['-m', 'pip'] }
}

/** PIP_INDEX_URL, or what pip's own configuration says; uv does not read that. */
async function chosenIndex(python: MachinePython, signal: AbortSignal): Promise<string | null> {
  if (process.env.PIP_INDEX_URL) return process.env.PIP_INDEX_URL
  const parameters = ['-m', 'pip', 'config', 'get', 'global.index-url']
  const printed = await runProgram({ program: python.program, parameters, signal }).catch(() => '')
  return printed.trim() || null
}

/** Runs the installer. Lines of its error output tell what it is doing. */
export async function runInstaller(
  installer: Installer,
  parameters: readonly string[],
  options: { signal: AbortSignal; onLine?: (line: string) => void },
): Promise<string> {
  try {
    return await runProgram({
      program: installer.program,
      parameters,
      environment: {
        UV_CACHE_DIR: installer.cache,
        UV_NO_CONFIG: '1',
        UV_PYTHON_DOWNLOADS: 'never',
        // a company's own authority is known to the system, not to the installer
        UV_SYSTEM_CERTS: '1',
        UV_HTTP_RETRIES: '2',
        ...(installer.index === null ? {} : { UV_DEFAULT_INDEX: installer.index }),
        ...(process.env.PIP_CERT === undefined ? {} : { SSL_CERT_FILE: process.env.PIP_CERT }),
      },
      signal: options.signal,
      mostMs: mostInstallMs,
      onErrorLine: options.onLine,
    })
  } catch (error) {
    throw installProblem(error)
  }
}

const unreachable =
  /Failed to fetch|error sending request|Could not find a version|Max retries|No matching distribution|Connection|timed out/
const contradictory =
  /No solution found|unsatisfiable|no usable wheels|no wheels|Couldn't parse requirement|not found in the package registry/i

/** What pip or uv said, as a sentence with a remedy. */
export function installProblem(error: unknown): unknown {
  if (!(error instanceof ProgramFailed)) return error
  if (/No space left|ENOSPC|os error 28/.test(error.said))
    return new EnvironmentError(
      'disk',
      'The disk of the data folder is full.',
      'Make room (an environment takes about 800 MB) and try again.',
    )
  if (contradictory.test(error.said))
    return new EnvironmentError(
      'requirements',
      `These packages do not go together or are not there as wheels: ${firstSentence(error.said)}`,
      'Change the requirements file and add it again.',
    )
  if (unreachable.test(error.said))
    return new EnvironmentError(
      'index',
      `The package index cannot be reached: ${firstSentence(error.said)}`,
      'Connect this machine to the Internet, or set PIP_INDEX_URL to a package index that it can reach; it is tried again every few minutes.',
    )
  return new EnvironmentError(
    'other',
    `The packages cannot be installed: ${firstSentence(error.said)}`,
    'See the server log, then try again.',
  )
}

/** The line that says most: what is marked as an error, else the last one. */
function firstSentence(said: string): string {
  const lines = said.split('\n').map((line) => line.trim())
  const line = lines.find((one) => /^(error|ERROR|cause)\b/i.test(one)) ?? lines.at(-1) ?? ''
  return withoutPassword(line.replace(/^(error|cause):\s*/i, '')).slice(0, 400)
}

/** Addresses of company indexes may have a password in them. */
function withoutPassword(text: string): string {
  return text.replaceAll(/\/\/[^/@\s]+@/g, '//…@')
}
