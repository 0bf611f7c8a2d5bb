import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** In the repository's folder of things that can be made again. */
const cacheFolder = resolve(import.meta.dirname, '../../../var/test-tools')
const pythonNames = ['python3.11', 'python3.12', 'python3.13', 'python3.14', 'python3']

/**
 * A Python with exactly the packages of the requirements file (versions and hashes pinned), made once and kept.
 * Test files may ask at the same time: one makes it, the others wait.
 * @returns the path of its interpreter
 * @throws Error with the reason and the remedy; tests that need it fail, they are not skipped
 */
export async function pythonWith(name: string, requirementsFile: string): Promise<string> {
  const python = await findPython()
  const digest = createHash('sha256')
    .update(await readFile(requirementsFile))
    .update(python.version)
    .digest('hex')
  const folder = join(cacheFolder, `${name}-${digest.slice(0, 12)}`)
  const ready = join(folder, 'ready')
  await mkdir(cacheFolder, { recursive: true })
  await underLock(`${folder}.lock`, async () => {
    if (await exists(ready)) return
    await rm(folder, { recursive: true, force: true })
    await run(python.command, ['-m', 'venv', folder], { env: toolEnvironment() })
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes', '-r', requirementsFile]
    await run(join(folder, 'bin/python'), pip, { env: toolEnvironment() })
    await writeFile(ready, '')
  })
  return join(folder, 'bin/python')
}

async function findPython(): Promise<{ command: string; version: string }> {
  for (const command of pythonNames) {
    const version = await run(command, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
      env: toolEnvironment(),
    }).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    )
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (major === 3 && minor >= 11) return { command, version }
  }
  throw new Error(
    `These tests start an S3 server from Python packages and found no Python 3.11 or newer (tried ${pythonNames.join(', ')}); install Python 3.11`,
  )
}

/** What Python and pip need to find themselves and the package index; nothing else of ours is passed on. */
export function toolEnvironment(): Record<string, string> {
  const wanted = /^(PATH|HOME|TMPDIR|LANG|PIP_.*|SSL_CERT_(FILE|DIR)|(HTTPS?|NO|ALL)_PROXY|PYENV_.*)$/i
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && wanted.test(name)) kept[name] = value
  }
  return kept
}

/** One at a time among all processes of this machine; a lock whose holder has died is taken over. */
async function underLock(path: string, step: () => Promise<void>): Promise<void> {
  for (;;) {
    const lock = await open(path, 'wx').catch(() => undefined)
    if (lock !== undefined) {
      try {
        await lock.writeFile(String(process.pid))
        return await step()
      } finally {
        await lock.close()
        await rm(path, { force: true })
      }
    }
    const holder = Number(await readFile(path, 'utf8').catch(() => ''))
    if (holder > 0 && !isAlive(holder)) await rm(path, { force: true })
    await pause(100)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
