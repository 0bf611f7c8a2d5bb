import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, readFile, readdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemCode } from '#server/disk/disk-space.ts'
import { isAlive } from '../process-alive.ts'
import type { BoxLimits } from '../sandbox.ts'

/** Limits of the kernel on all processes of a box together. */
export interface ControlGroup {
  add(pid: number): Promise<void>
  /** KILL to everything in it, until nothing is left. */
  end(): Promise<void>
  limitsReached(): Promise<ReadonlySet<'memory' | 'processes'>>
  /** After everything in it has ended. May be repeated. */
  remove(): Promise<void>
}

/** Makes control groups. */
export interface ControlGroups {
  readonly version: 1 | 2
  make(limits: BoxLimits): Promise<ControlGroup>
  /** Removes groups that a killed worker has left, with what is in them. */
  sweep(): Promise<void>
}

/** Beside the script's: the sandbox's own. */
const ownProcesses = 8
const period = 100_000
const parentName = 'loggerhead'
const pollMs = 10

/** What the kernel offers: memory, process and processor limits in one tree (version 2) or in three (version 1), or a sentence why not. */
export async function findControlGroups(): Promise<ControlGroups | string> {
  const [mounts, own] = await Promise.all([
    readFile('/proc/self/mountinfo', 'utf8').catch(() => ''),
    readFile('/proc/self/cgroup', 'utf8').catch(() => ''),
  ])
  const found = readMounts(mounts)
  try {
    if (found.memory !== undefined && found.pids !== undefined) {
      const folders = [found.memory, found.pids, ...(found.cpu === undefined ? [] : [found.cpu])].map((at) =>
        join(at, parentName),
      )
      for (const folder of folders) {
        await mkdir(folder, { recursive: true })
        await access(folder, constants.W_OK)
      }
      return new FirstVersion(folders)
    }
    if (found.unified !== undefined) return new SecondVersion(await delegated(found.unified, own))
  } catch (error) {
    return `this user may not make control groups (${systemCode(error) ?? String(error)})`
  }
  return 'this system has no control groups for memory'
}

interface Mounts {
  memory?: string
  pids?: string
  cpu?: string
  unified?: string
}

/** mountinfo: "... ROOT MOUNTPOINT OPTIONS ... - TYPE SOURCE SUPEROPTIONS". */
export function readMounts(mountinfo: string): Mounts {
  const found: Mounts = {}
  for (const line of mountinfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const path = before.split(' ')[4]
    const [type, , options = ''] = after.split(' ')
    if (path === undefined) continue
    if (type === 'cgroup2') found.unified = path
    if (type === 'cgroup')
      for (const name of ['memory', 'pids', 'cpu'] as const) if (options.split(',').includes(name)) found[name] ??= path
  }
  return found
}

/** Our own group, when we may divide it (systemd: Delegate=yes); the root's, when we are root. @throws a system error when neither */
async function delegated(mount: string, own: string): Promise<string> {
  const path = /^0::(.*)$/m.exec(own)?.[1] ?? '/'
  const group = join(mount, path)
  const controllers = (await readFile(join(group, 'cgroup.controllers'), 'utf8')).split(/\s+/)
  if (!controllers.includes('memory') || !controllers.includes('pids')) throw new Error('its control group has no memory limits')
  if (path !== '/') {
    // a group with processes of its own cannot be divided: we move into a part of it
    const part = join(group, 'loggerhead-server')
    await mkdir(part, { recursive: true })
    for (const pid of (await readFile(join(group, 'cgroup.procs'), 'utf8')).split('\n').filter(Boolean))
      await writeFile(join(part, 'cgroup.procs'), pid)
  }
  const wanted = ['memory', 'pids', 'cpu'].filter((name) => controllers.includes(name)).map((name) => `+${name}`)
  await writeFile(join(group, 'cgroup.subtree_control'), wanted.join(' '))
  const parent = join(group, parentName)
  await mkdir(parent, { recursive: true })
  await writeFile(join(parent, 'cgroup.subtree_control'), wanted.join(' '))
  return parent
}

function newName(): string {
  return `${process.pid}-${randomBytes(6).toString('hex')}`
}

class FirstVersion implements ControlGroups {
  readonly version = 1
  readonly #parents: readonly string[]

  constructor(parents: readonly string[]) {
    this.#parents = parents
  }

  async make(limits: BoxLimits): Promise<ControlGroup> {
    const name = newName()
    const [memory = '', pids = '', cpu] = this.#parents.map((parent) => join(parent, name))
    const folders = [memory, pids, ...(cpu === undefined ? [] : [cpu])]
    for (const folder of folders) await mkdir(folder)
    await writeFile(join(memory, 'memory.limit_in_bytes'), String(limits.memoryBytes))
    // with swap counted; absent where swap is not
    await writeExisting(join(memory, 'memory.memsw.limit_in_bytes'), String(limits.memoryBytes))
    await writeFile(join(pids, 'pids.max'), String(limits.processes + ownProcesses))
    if (cpu !== undefined) {
      await writeExisting(join(cpu, 'cpu.cfs_period_us'), String(period))
      await writeExisting(join(cpu, 'cpu.cfs_quota_us'), String(Math.ceil(limits.processors * period)))
    }
    return new Group({ folders, memoryEvents: join(memory, 'memory.oom_control'), pidsEvents: join(pids, 'pids.events') })
  }

  async sweep(): Promise<void> {
    for (const parent of this.#parents) await removeLeft(parent)
  }
}

class SecondVersion implements ControlGroups {
  readonly version = 2
  readonly #parent: string

  constructor(parent: string) {
    this.#parent = parent
  }

  async make(limits: BoxLimits): Promise<ControlGroup> {
    const folder = join(this.#parent, newName())
    await mkdir(folder)
    await writeFile(join(folder, 'memory.max'), String(limits.memoryBytes))
    await writeExisting(join(folder, 'memory.swap.max'), '0')
    await writeFile(join(folder, 'pids.max'), String(limits.processes + ownProcesses))
    await writeExisting(join(folder, 'cpu.max'), `${Math.ceil(limits.processors * period)} ${period}`)
    return new Group({ folders: [folder], memoryEvents: join(folder, 'memory.events'), pidsEvents: join(folder, 'pids.events') })
  }

  async sweep(): Promise<void> {
    await removeLeft(this.#parent)
  }
}

interface GroupFiles {
  readonly folders: readonly string[]
  readonly memoryEvents: string
  readonly pidsEvents: string
}

class Group implements ControlGroup {
  readonly #files: GroupFiles

  constructor(files: GroupFiles) {
    this.#files = files
  }

  async add(pid: number): Promise<void> {
    for (const folder of this.#files.folders) await writeFile(join(folder, 'cgroup.procs'), String(pid))
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

async function endAll(folder: string): Promise<void> {
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
async function removeGroup(folder: string): Promise<void> {
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

async function writeExisting(path: string, value: string): Promise<void> {
  await writeFile(path, value, { flag: 'r+' }).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error
  })
}

/**
 * Groups begin with the number of their worker. bubblewrap that loses its parent while it makes a box may wait for ever:
 * what is still in a dead worker's group is ended.
 */
async function removeLeft(parent: string): Promise<void> {
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (!entry.isDirectory() || isAlive(Number(entry.name.split('-')[0]))) continue
    const folder = join(parent, entry.name)
    await endAll(folder)
    await removeGroup(folder)
  }
}
