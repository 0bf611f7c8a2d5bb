import { access, constants, realpath, stat } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { EnvironmentError } from './environment-state.ts'
import { runProgram } from './run-program.ts'

/** A Python of this machine. */
export interface MachinePython {
  /** The program itself, no link and no wrapper. */
  readonly program: string
  /** Such as `3.11`. */
  readonly minor: string
  /** Such as `3.11.2`. */
  readonly version: string
  /** All that tells builds of one version apart: `sys.version` and the platform. */
  readonly build: string
  /** Its standard library, and the folder of its compiled modules. */
  readonly library: string
  readonly compiled: string
  /** Its own shared library, when it keeps one outside the system's folders; else null. */
  readonly sharedLibrary: string | null
}

const question = `
import json, os, platform, sys, sysconfig
shared = None
try:
    for line in open('/proc/self/maps'):
        path = line.rsplit(' ', 1)[-1].strip()
        if os.path.basename(path).startswith('libpython') and not path.startswith(('/usr/lib/', '/lib/', '/usr/lib64/', '/lib64/')):
            shared = path
except OSError:
    pass
paths = sysconfig.get_paths()
print(json.dumps({
    'program': os.path.realpath(getattr(sys, '_base_executable', sys.executable)),
    'implementation': platform.python_implementation(),
    'major': sys.version_info[0], 'number': sys.version_info[1],
    'version': platform.python_version(),
    'build': sys.version + ' ' + sysconfig.get_platform(),
    'library': paths['stdlib'],
    'compiled': next((p for p in sys.path if os.path.basename(p) == 'lib-dynload'), paths['platstdlib']),
    'sharedLibrary': shared,
}))
`

/** The lock file has packages for these; the first that is there is taken. */
const oldest = 11
const newest = 14
const names = ['python3', ...[13, 12, 11, 14].map((number) => `python3.${number}`)]

/**
 * The Python of this machine that environments are made from: CPython 3.11 or newer. One that every user may read
 * comes before one in somebody's home: sandboxes run as users of their own.
 *
 * @throws EnvironmentError when there is none
 */
export async function findPython(path: string = process.env.PATH ?? ''): Promise<MachinePython> {
  const found: { python: MachinePython; open: boolean }[] = []
  for (const program of await programsNamed(names, path)) {
    const python = await askPython(program)
    if (python === null) continue
    const open = await isReadableForAll(python.library)
    if (open) return python
    found.push({ python, open })
  }
  const [first] = found
  if (first !== undefined) return first.python
  throw new EnvironmentError(
    'python',
    `Python 3.${oldest} or newer is not on this machine.`,
    'Install it (on Debian and Ubuntu: apt-get install python3 python3-venv) and start the server again.',
  )
}

async function programsNamed(wanted: readonly string[], path: string): Promise<string[]> {
  const programs: string[] = []
  for (const name of wanted)
    for (const folder of path.split(delimiter).filter((part) => part !== '')) {
      const program = join(folder, name)
      const there = await access(program, constants.X_OK).then(
        () => true,
        () => false,
      )
      if (there) programs.push(program)
    }
  return programs
}

/** Null when the program cannot be asked or is no Python that will do. */
async function askPython(program: string): Promise<MachinePython | null> {
  // -I: neither this program's environment nor its folder says what Python loads.
  const printed = await runProgram({ program, parameters: ['-I', '-c', question], mostMs: 30_000 }).catch(() => '')
  if (printed === '') return null
  const answer: unknown = JSON.parse(printed)
  if (!isAnswer(answer)) return null
  const { implementation, major, number, ...python } = answer
  if (implementation !== 'CPython' || major !== 3 || number < oldest || number > newest) return null
  return { ...python, minor: `${major}.${number}` }
}

type Answer = Omit<MachinePython, 'minor'> & { implementation: string; major: number; number: number }

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'program') === 'string'
}

/** True when every user may walk to the folder and list it. */
async function isReadableForAll(folder: string): Promise<boolean> {
  let place = await realpath(folder)
  if (((await stat(place)).mode & 0o005) !== 0o005) return false
  while (place !== dirname(place)) {
    place = dirname(place)
    if (((await stat(place)).mode & 0o001) === 0) return false
  }
  return true
}
