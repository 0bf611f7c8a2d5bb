import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentError } from './environment-state.ts'
import type { InstalledPackage } from './environment-state.ts'
import { ProgramFailed, runProgram } from './run-program.ts'

/** What every script may rely on; and that the Python itself came along whole. */
const trial = `
import ctypes, hashlib, json, os, sqlite3, ssl, sys, zlib
import numpy, pandas, loggerhead
from intrepidcs import ipa_interface
from ICS_IPA import IPAInterfaceLibrary
try:
    import tkinter
except ImportError:
    pass
else:
    raise SystemExit('tkinter can be imported')
try:
    maps = [line.rsplit(' ', 1)[-1].strip() for line in open('/proc/self/maps')]
except OSError:
    maps = []
system = ('/usr/lib', '/lib', '/usr/local/lib', '[')
# the kernel tells where files really are, whatever link leads to the data folder
own = tuple(folder + '/' for folder in (sys.prefix, os.path.realpath(sys.prefix)))
foreign = [path for path in maps if path.startswith('/') and not path.startswith(system + own)]
if foreign:
    raise SystemExit('it needs ' + foreign[0] + ', which sandboxes cannot see')
`

/**
 * Starts the environment's Python as a sandbox would.
 *
 * @throws EnvironmentError when it does not work
 */
export async function tryEnvironment(python: string, signal: AbortSignal): Promise<void> {
  try {
    await runProgram({ program: python, parameters: ['-I', '-B', '-c', trial], signal, mostMs: 120_000 })
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error
    throw new EnvironmentError(
      'other',
      `The environment was built but does not work: ${error.said.split('\n').at(-1)?.slice(0, 400) ?? ''}.`,
      'Install the Python of your system (on Debian and Ubuntu: apt-get install python3 python3-venv), or change the requirements file, and try again.',
    )
  }
}

/** What is installed, by the folders that wheels leave. Sorted by name. */
export async function packagesOf(sitePackages: string): Promise<InstalledPackage[]> {
  const folders = (await readdir(sitePackages)).filter((name) => name.endsWith('.dist-info'))
  const packages = await Promise.all(
    folders.map(async (folder) => {
      const text = await readFile(join(sitePackages, folder, 'METADATA'), 'utf8')
      const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1]?.trim() ?? ''
      return { name: field('Name'), version: field('Version') }
    }),
  )
  return packages.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
}
