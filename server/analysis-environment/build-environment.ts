import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EnvironmentError } from './environment-state.ts'
import type { BuiltEnvironment } from './environment-state.ts'
import { packagesOf, tryEnvironment } from './environment-check.ts'
import { InstallProgress } from './install-progress.ts'
import { runInstaller } from './installer.ts'
import type { Installer } from './installer.ts'
import type { MachinePython } from './machine-python.ts'
import { addOwnPackage } from './own-package.ts'
import type { OwnPackage } from './own-package.ts'
import { copyPython } from './python-copy.ts'
import { runProgram } from './run-program.ts'

/** Changes when environments are built in another way, so that they are built again. */
const layout = 1
const markerName = 'environment.json'

/** How far a build is. */
export type OnProgress = (percent: number, step: string) => void

export interface Recipe {
  readonly python: MachinePython
  readonly sdk: OwnPackage
  /** Text of the lock file: exact versions with hashes. */
  readonly lock: string
}

/** The environment's identity: the same recipe is the same environment. Hex SHA-256. */
export function recipeHash({ python, sdk, lock }: Recipe): string {
  const hashOfLock = createHash('sha256').update(lock).digest('hex')
  return createHash('sha256')
    .update(
      JSON.stringify({ layout, build: python.build, machine: `${process.platform}-${process.arch}`, sdk: sdk.hash, hashOfLock }),
    )
    .digest('hex')
}

/** Where the environment of this recipe is, below `folder`. */
function placeOf(folder: string, hash: string): string {
  return join(folder, hash.slice(0, 16))
}

/** The environment of this recipe, when it was built before. */
export async function findBuilt(folder: string, hash: string): Promise<BuiltEnvironment | null> {
  const marker = await readFile(join(placeOf(folder, hash), markerName), 'utf8').catch(() => null)
  if (marker === null) return null
  const known: KnownOfBuild = JSON.parse(marker)
  if (known.hash !== hash) return null
  return located(placeOf(folder, hash), known)
}

/** What its marker says. Where it is, is not in it: the data folder may be moved. */
type KnownOfBuild = Omit<BuiltEnvironment, 'folder' | 'python'>

function located(place: string, known: KnownOfBuild): BuiltEnvironment {
  return { ...known, folder: place, python: join(place, 'bin/python') }
}

/**
 * Builds an environment beside the others and moves it to its place when it is whole: its marker is there only then.
 * May be broken off and repeated at any time; what was downloaded stays in the installer's cache.
 *
 * @throws EnvironmentError with what to do
 */
export async function buildEnvironment(
  recipe: Recipe,
  installer: Installer,
  folder: string,
  options: { signal: AbortSignal; onProgress: OnProgress },
): Promise<BuiltEnvironment> {
  const { signal, onProgress } = options
  const hash = recipeHash(recipe)
  const place = placeOf(folder, hash)
  const part = `${place}.part-${process.pid}`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true })
  try {
    onProgress(2, 'Copying Python')
    const { sitePackages, python } = await makeEmpty(part, recipe.python)
    signal.throwIfAborted()
    await installPackages(recipe.lock, { python, sitePackages, folder: part }, installer, {
      signal,
      onProgress: (share, step) => onProgress(8 + share * 0.8, step),
    })
    onProgress(90, 'Adding the loggerhead package')
    await addOwnPackage(part, sitePackages)
    // programs of packages name the folder where they were installed; scripts import modules
    await rm(join(sitePackages, 'bin'), { recursive: true, force: true })
    onProgress(92, 'Compiling')
    await compileAll(python, part, signal)
    onProgress(97, 'Trying it')
    await tryEnvironment(python, signal)
    const known = {
      hash,
      pythonVersion: recipe.python.version,
      sdkVersion: recipe.sdk.version,
      packages: await packagesOf(sitePackages),
      sizeBytes: await openForAll(part),
      builtAt: new Date().toISOString(),
    }
    await settle(part, place, known)
    return located(place, known)
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

/** A Python without packages. It finds everything from where it is itself, so it may be moved and bound anywhere. */
async function makeEmpty(folder: string, machine: MachinePython): Promise<{ sitePackages: string; python: string }> {
  const program = await copyPython(machine, folder)
  const python = join(folder, 'bin/python')
  await symlink(basename(program), python)
  // Debian's Python has another name for it
  const printed = await runProgram({
    program: python,
    parameters: ['-I', '-c', 'import json, site; print(json.dumps(site.getsitepackages()))'],
  })
  const places: string[] = JSON.parse(printed)
  const sitePackages = places.find((place) => place.startsWith(join(folder, 'lib', `python${machine.minor}`)))
  if (sitePackages === undefined)
    throw new EnvironmentError(
      'python',
      `Python ${machine.version} of this machine keeps packages in an unusual place.`,
      'Install the Python of your system and start the server again.',
    )
  await mkdir(sitePackages, { recursive: true })
  return { sitePackages, python }
}

async function installPackages(
  lock: string,
  { python, sitePackages, folder }: { python: string; sitePackages: string; folder: string },
  installer: Installer,
  options: { signal: AbortSignal; onProgress: OnProgress },
): Promise<void> {
  const file = join(folder, 'lock.txt')
  await writeFile(file, lock)
  const progress = new InstallProgress(options.onProgress)
  const install = ['pip', 'install', '--python', python, '--target', sitePackages, '--requirement', file]
  const strictly = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--compile-bytecode']
  await runInstaller(installer, [...install, ...strictly], {
    signal: options.signal,
    onLine: (line) => progress.line(line),
  })
}

/** Sandboxes cannot write compiled modules, and a script should not wait for them. */
async function compileAll(python: string, folder: string, signal: AbortSignal): Promise<void> {
  const parameters = ['-I', '-m', 'compileall', '-q', join(folder, 'lib'), join(folder, 'sdk')]
  // Some modules of the standard library's tests and templates are no Python; what matters is tried afterwards.
  await runProgram({ program: python, parameters, signal }).catch(() => signal.throwIfAborted())
}

async function settle(part: string, place: string, known: KnownOfBuild): Promise<void> {
  await writeFile(join(part, markerName), `${JSON.stringify(known, null, 2)}\n`)
  await chmod(part, 0o755)
  // another process was quicker, and its environment may be in use
  if ((await findBuilt(dirname(place), known.hash)) !== null) return
  await rm(place, { recursive: true, force: true })
  await rename(part, place).catch((error: unknown) => {
    throw new EnvironmentError(
      'other',
      `The environment cannot be moved to ${place}: ${String(error)}.`,
      'Look at the rights of the data folder.',
    )
  })
}

/** Sandboxes run as other users: they may read everything here, and write nothing. Gives the size of all files. */
async function openForAll(folder: string): Promise<number> {
  let size = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode, size: bytes } = await stat(path)
    if (entry.isFile()) size += bytes
    const wanted = entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644
    if ((mode & 0o777) !== wanted) await chmod(path, wanted)
  }
  return size
}
