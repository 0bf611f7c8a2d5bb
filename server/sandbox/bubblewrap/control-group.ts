import { readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemCode } from '#server/disk/disk-space.ts'

const pollMs = 10

/** Limits of the kernel on all processes of a box together. */
export interface ControlGroup {
  add(pid: number): Promise<void>
  /** The box is at work now: its full weight, on these processors (null: on all). */
  begin(processors: readonly number[] | null): Promise<void>
  /** KILL to everything in it, until nothing is left. */
  end(): Promise<void>
  limitsReached(): Promise<ReadonlySet<'memory' | 'processes'>>
  /** After everything in it has ended. May be repeated. */
  remove(): Promise<void>
}

/** Where the kernel keeps one box's group. */
export interface GroupFiles {
  readonly folders: readonly string[]
  readonly memoryEvents: string
  readonly pidsEvents: string
  readonly weight: { readonly path: string; readonly atWork: number } | undefined
  readonly processors: string | undefined
}

/** A box's group in either version. */
export class Group implements ControlGroup {
  readonly #files: GroupFiles

  constructor(files: GroupFiles) {
    this.#files = files
  }

  async add(pid: number): Promise<void> {
    for (const folder of this.#files.folders) await writeFile(join(folder, 'cgroup.procs'), String(pid))
  }

  async begin(processors: readonly number[] | null): Promise<void> {
    const { weight, processors: path } = this.#files
    if (weight !== undefined) await writeExisting(weight.path, String(weight.atWork))
    if (path !== undefined && processors !== null) await writeExisting(path, processors.join(','))
  }

  async end(): Promise<void> {
    const [folder = ''] = this.#files.folders
    await endAll(folder)
  }

  async limitsReached(): Promise<ReadonlySet<'memory' | 'processes'>> {
    const reached = new Set<'memory' | 'processes'>()
    if ((await counter(this.#files.memoryEvents, 'oom_kill')) > 0) reached.add('memory')
    if ((await counter(this.#files.pidsEvents, 'max')) > 0) reached.add('processes')
    return reached
  }

  async remove(): Promise<void> {
    for (const folder of this.#files.folders) await removeGroup(folder)
  }
}

/** KILL to everything in a group, until nothing is left. */
export async function endAll(folder: string): Promise<void> {
  while (true) {
    const text = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '')
    if (text === '') return
    for (const pid of text.split('\n').filter(Boolean)) kill(Number(pid))
    await pause(pollMs)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error
  }
}

/** The kernel lets a group go a moment after its last process. */
export async function removeGroup(folder: string): Promise<void> {
  for (let tries = 500; ; tries--)
    try {
      return await rmdir(folder)
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return
      if (systemCode(error) !== 'EBUSY' || tries === 0) throw error
      await pause(pollMs)
    }
}

/** Lines of "name number". */
async function counter(path: string, name: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}

/** Writes a file of the kernel where this kernel has it. */
export async function writeExisting(path: string, value: string): Promise<void> {
  await writeFile(path, value, { flag: 'r+' }).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error
  })
}
