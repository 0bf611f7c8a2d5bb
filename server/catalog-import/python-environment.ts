import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const requirements = join(import.meta.dirname, 'requirements.txt')
const mostInstallMs = 10 * 60_000

/** Python cannot be had here; a later try may succeed. */
export class PythonMissing extends Error {
  override readonly name = 'PythonMissing'
}

const preparing = new Map<string, Promise<string>>()

/**
 * The Python that has exactly `requirements.txt`: made once per data folder, under `python/`, and found again
 * afterwards. Call it at the start to have it ready when it is needed; calls at the same time share the work.
 *
 * @throws PythonMissing with a sentence for the operator
 */
export async function pythonEnvironment(dataDir: string): Promise<string> {
  const known = preparing.get(dataDir)
  if (known) return await known
  const begun = prepare(join(dataDir, 'python'))
  preparing.set(dataDir, begun)
  try {
    return await begun
  } catch (error) {
    preparing.delete(dataDir)
    throw error
  }
}

/** What pip may know of this program's environment: where packages come from. */
function pipEnvironment(): Record<string, string> {
  const kept = ['PATH', 'PIP_INDEX_URL', 'PIP_CERT', 'SSL_CERT_FILE', 'HTTPS_PROXY', 'NO_PROXY'] as const
  const values = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]))
  return { HOME: homedir(), ...Object.fromEntries(values) }
}

async function prepare(parent: string): Promise<string> {
  const name = `catalogs-${createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)}`
  const folder = join(parent, name)
  const python = join(folder, 'bin/python')
  if (existsSync(python)) return python
  // Made aside and moved when it is whole: another process may make it at the same time.
  const part = join(parent, `${name}.part-${process.pid}`)
  rmSync(part, { recursive: true, force: true })
  mkdirSync(parent, { recursive: true })
  const options = { env: pipEnvironment(), timeout: mostInstallMs }
  try {
    await run('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)'], options)
  } catch {
    throw new PythonMissing(
      'Python 3.11 or newer is not on this machine; install it to import ARXML, KCD, SYM and LDF, or convert the file to DBC.',
    )
  }
  try {
    await run('python3', ['-m', 'venv', part], options)
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:']
    await run(join(part, 'bin/python'), [...install, '-r', requirements], options)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    const reason = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error)
    throw new PythonMissing(
      `The Python packages for ARXML, KCD, SYM and LDF cannot be installed (${reason}); convert the file to DBC.`,
    )
  }
  if (!existsSync(folder)) renameSync(part, folder)
  else rmSync(part, { recursive: true, force: true })
  return python
}
