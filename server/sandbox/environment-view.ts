import { readFile, readlink, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { systemCode } from '#server/disk/disk-space.ts'
import type { BoxEnvironment, BoxLimits } from './sandbox.ts'

/** Where an environment is in every box. */
export const environmentFolder = '/environment'
/** Where the program that watches over the script is. */
export const firstProcessFolder = '/box'
export const firstProcess = `${firstProcessFolder}/first_process.py`
export const firstProcessSource = join(import.meta.dirname, 'box')

/** An environment as a box sees it. */
export interface EnvironmentView {
  /** Its Python in the box. */
  readonly python: string
  /** Installations that it stands on, outside of its folder and of /usr; in the box at the same place. */
  readonly bases: readonly string[]
}

/** Follows an environment's Python to the installation that it stands on. */
export async function viewEnvironment(environment: BoxEnvironment): Promise<EnvironmentView> {
  const bases = new Set<string>()
  // a link may lead to the data folder
  const own = [environment.folder, await realpath(environment.folder)]
  const add = (program: string): void => {
    const base = dirname(dirname(program))
    const isSeen = [...own, '/usr'].some((seen) => base === seen || base.startsWith(`${seen}/`)) || base === '/'
    if (!isSeen) bases.add(base)
  }
  for (let at = environment.python; ;) {
    const target = await readlink(at).catch(ignoreNoLink)
    if (target === undefined) break
    at = resolve(dirname(at), target)
    add(at)
  }
  add(await realpath(environment.python))
  const home = /^home *= *(.+)$/m.exec(await readFile(join(environment.folder, 'pyvenv.cfg'), 'utf8').catch(() => ''))?.[1]
  if (home !== undefined) add(join(home.trim(), 'python'))
  return { python: join(environmentFolder, relative(environment.folder, environment.python)), bases: [...bases] }
}

function ignoreNoLink(error: unknown): undefined {
  if (systemCode(error) === 'EINVAL') return undefined
  throw error
}

/** All that a script finds in its environment; nothing of ours. */
export function scriptVariables(limits: BoxLimits): Record<string, string> {
  const threads = String(Math.max(1, Math.floor(limits.processors)))
  return {
    PATH: `${environmentFolder}/bin:/usr/local/bin:/usr/bin:/bin`,
    HOME: '/tmp',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    PYTHONUNBUFFERED: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONNOUSERSITE: '1',
    MPLBACKEND: 'Agg',
    MPLCONFIGDIR: '/tmp/matplotlib',
    OMP_NUM_THREADS: threads,
    OPENBLAS_NUM_THREADS: threads,
    MKL_NUM_THREADS: threads,
    NUMEXPR_MAX_THREADS: threads,
    ARROW_DEFAULT_MEMORY_POOL: 'system',
  }
}

/** The first process's argument. `memoryHeld`: the kernel holds the box's memory as a whole, so that nobody has to watch it. */
export function firstProcessLimits(limits: BoxLimits, memoryHeld: boolean): string {
  const { memoryBytes, processes, outputBytes, outputFiles } = limits
  return JSON.stringify({ memoryBytes, processes, outputBytes, outputFiles, memoryHeld })
}
