import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentError } from './environment-state.ts'
import { runInstaller } from './installer.ts'
import type { Installer } from './installer.ts'
import type { MachinePython } from './machine-python.ts'
import { alwaysThere, readRequirements } from './requirements-file.ts'

/** The environment that comes with the product. */
export const defaultName = 'default'
export const productLock = join(import.meta.dirname, '../../analysis-env/lock.txt')

const allowedName = /^[a-z][a-z0-9-]{0,31}$/

/** What administrators asked for, kept as files: `NAME.txt`, and `NAME.lock` with what it came to. */
export class RequestedEnvironments {
  readonly #folder: string
  readonly #lock: string

  /** `lock` is the lock file of the environment that comes with the product. */
  constructor(folder: string, lock: string) {
    this.#folder = folder
    this.#lock = lock
  }

  /** Names and requirements files, sorted by name. */
  async all(): Promise<Map<string, string>> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => name.endsWith('.txt')).sort()
    const texts = await Promise.all(names.map((name) => readFile(join(this.#folder, name), 'utf8')))
    return new Map(names.map((name, index) => [name.slice(0, -'.txt'.length), texts[index] ?? '']))
  }

  /** @throws EnvironmentError when the name or the file will not do, or the name is taken by another file */
  async add(name: string, requirements: string): Promise<void> {
    if (!allowedName.test(name) || name === defaultName)
      throw new EnvironmentError(
        'requirements',
        `An environment cannot be named ${name.slice(0, 40)}.`,
        'Take up to 32 small letters, digits and hyphens, a letter first, and not "default".',
      )
    readRequirements(requirements)
    const known = (await this.all()).get(name)
    if (known !== undefined && known !== requirements)
      throw new EnvironmentError(
        'requirements',
        `There is an environment named ${name}.`,
        'Take another name: runs keep saying which environment they had.',
      )
    await this.#write(`${name}.txt`, requirements)
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, `${name}.txt`), { force: true })
    for (const file of await readdir(this.#folder).catch(() => []))
      if (file.startsWith(`${name}.`) && file.endsWith('.lock')) await rm(join(this.#folder, file), { force: true })
  }

  /**
   * The exact packages of an environment, with hashes. What a requirements file came to is decided once for each version
   * of Python and kept: the same environment is built again from it, whatever the package index has by then.
   *
   * @throws EnvironmentError when the packages do not go together
   */
  async lock(name: string, python: MachinePython, installer: Installer, signal: AbortSignal): Promise<string> {
    const kept = await this.keptLock(name, python.minor)
    if (kept !== null) return kept
    const file = lockName(name, python.minor)
    const wanted = readRequirements((await this.all()).get(name) ?? '')
    const input = `${name}.part-${process.pid}`
    await this.#write(input, [...wanted, ...alwaysThere, ''].join('\n'))
    try {
      const compile = ['pip', 'compile', '--quiet', '--python', python.program, '--only-binary', ':all:', '--generate-hashes']
      const plain = ['--no-header', '--no-annotate', '--no-emit-index-url', join(this.#folder, input)]
      const lock = await runInstaller(installer, [...compile, ...plain], { signal })
      await this.#write(file, lock)
      return lock
    } finally {
      await rm(join(this.#folder, input), { force: true })
    }
  }

  /** The same when it is known already: the product's always, others after their first time. */
  async keptLock(name: string, pythonMinor: string): Promise<string | null> {
    if (name === defaultName) return await readFile(this.#lock, 'utf8')
    return await readFile(join(this.#folder, lockName(name, pythonMinor)), 'utf8').catch(() => null)
  }

  async #write(name: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    const part = join(this.#folder, `${name}.new-${process.pid}`)
    await writeFile(part, text)
    await rename(part, join(this.#folder, name))
  }
}

function lockName(name: string, pythonMinor: string): string {
  return `${name}.python${pythonMinor}.lock`
}
