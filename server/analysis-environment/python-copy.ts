import { chmod, copyFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { MachinePython } from './machine-python.ts'

/** Parts of the standard library that no script needs in a sandbox; without tkinter's the machine's screen is no question. */
const leftOut = new Set([
  'tkinter',
  'turtledemo',
  'turtle.py',
  'idlelib',
  'test',
  'ensurepip',
  'lib2to3',
  'site-packages',
  'dist-packages',
  'EXTERNALLY-MANAGED',
  // Debian's, for the machine's own packages
  'sitecustomize.py',
])

/** `config-3.11-x86_64-linux-gnu` is for linking Python into other programs. */
function isWanted(path: string): boolean {
  const name = basename(path)
  return !leftOut.has(name) && !name.startsWith('config-3.') && !name.startsWith('_tkinter.') && !name.endsWith('.a')
}

/**
 * Copies a Python to `folder` (which becomes `bin/` and `lib/`): an environment then needs nothing of the machine's
 * Python any more, whoever owns it and whatever it is updated to. Gives the program's path. On systems other than Linux,
 * where sandboxes bring a Python of their own, it is a link and the folder a virtual environment.
 */
export async function copyPython(python: MachinePython, folder: string): Promise<string> {
  const program = join(folder, 'bin', `python${python.minor}`)
  await mkdir(dirname(program), { recursive: true })
  if (process.platform !== 'linux') {
    await symlink(python.program, program)
    await writeFile(join(folder, 'pyvenv.cfg'), `home = ${dirname(python.program)}\nversion = ${python.version}\n`)
    return program
  }
  const library = join(folder, 'lib', `python${python.minor}`)
  await copyTree(python.library, library)
  if (relative(python.library, python.compiled).startsWith('..')) await copyTree(python.compiled, join(library, 'lib-dynload'))
  await copyFile(python.program, program)
  if (python.sharedLibrary !== null) await takeSharedLibrary(python.sharedLibrary, program, join(folder, 'lib'))
  await chmod(program, 0o755)
  return program
}

/** The time of each file is kept: compiled modules stand beside their sources and name it. */
async function copyTree(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    dereference: true,
    preserveTimestamps: true,
    filter: (source) => source === from || isWanted(source),
  })
}

/**
 * A Python with a shared library of its own looks for it in the folder that it was built for. That folder's name in the
 * program gives way to "beside me", which must not be longer.
 */
async function takeSharedLibrary(shared: string, program: string, folder: string): Promise<void> {
  await copyFile(shared, join(folder, basename(shared)))
  const bytes = await readFile(program)
  const wanted = Buffer.from(`${dirname(shared)}\0`)
  const place = bytes.indexOf(wanted)
  const beside = Buffer.from('$ORIGIN/../lib\0')
  if (place < 0 || beside.length > wanted.length) return
  bytes.fill(0, place, place + wanted.length)
  beside.copy(bytes, place)
  await writeFile(program, bytes)
}
