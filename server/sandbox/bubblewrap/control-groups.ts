import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '#server/disk/disk-space.ts'
import { isAlive } from '../process-alive.ts'
import type { BoxLimits } from '../sandbox.ts'
import type { ControlGroup } from './control-group.ts'
import { endAll, Group, removeGroup, writeExisting } from './control-group.ts'

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
/**
 * Weights. All boxes together weigh as much as one process of the server (version 1, 1024 each) or half of the server
 * (version 2, 100): what loggers and people wait for goes first. Boxes that are being made or wait come after those at work.
 */
const weights = {
  1: { boxes: 1024, waiting: 256, atWork: 1024 },
  2: { boxes: 50, waiting: 25, atWork: 100 },
} as const

/** What the kernel offers: memory, process and processor limits in one tree (version 2) or in three (version 1), or a sentence why not. */
export async function findControlGroups(): Promise<ControlGroups | string> {
  const [mounts, own] = await Promise.all([
    readFile('/proc/self/mountinfo', 'utf8').catch(() => ''),
    readFile('/proc/self/cgroup', 'utf8').catch(() => ''),
  ])
  const found = readMounts(mounts)
  try {
    if (found.memory !== undefined && found.pids !== undefined) {
      return await FirstVersion.open({ ...found, memory: found.memory, pids: found.pids })
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
  cpuset?: string
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
      for (const name of ['memory', 'pids', 'cpu', 'cpuset'] as const) if (options.split(',').includes(name)) found[name] ??= path
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
  const wanted = ['memory', 'pids', 'cpu', 'cpuset'].filter((name) => controllers.includes(name)).map((name) => `+${name}`)
  await writeFile(join(group, 'cgroup.subtree_control'), wanted.join(' '))
  const parent = join(group, parentName)
  await mkdir(parent, { recursive: true })
  await writeFile(join(parent, 'cgroup.subtree_control'), wanted.join(' '))
  await writeExisting(join(parent, 'cpu.weight'), String(weights[2].boxes))
  return parent
}

function newName(): string {
  return `${process.pid}-${randomBytes(6).toString('hex')}`
}

/** Folders below which groups are made, one in each tree that there is. */
interface Parents {
  readonly memory: string
  readonly pids: string
  readonly cpu?: string
  readonly cpuset?: string
}

class FirstVersion implements ControlGroups {
  readonly version = 1
  readonly #parents: Parents

  private constructor(parents: Parents) {
    this.#parents = parents
  }

  /** @throws a system error when this user may not make groups */
  static async open({ memory, pids, cpu, cpuset }: Parents): Promise<FirstVersion> {
    const parents = {
      memory: join(memory, parentName),
      pids: join(pids, parentName),
      ...(cpu !== undefined && { cpu: join(cpu, parentName) }),
      ...(cpuset !== undefined && { cpuset: join(cpuset, parentName) }),
    }
    for (const folder of Object.values(parents)) {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    }
    if (parents.cpu !== undefined) await writeExisting(join(parents.cpu, 'cpu.shares'), String(weights[1].boxes))
    if (cpuset !== undefined && parents.cpuset !== undefined) await takeOver(cpuset, parents.cpuset)
    return new FirstVersion(parents)
  }

  async make(limits: BoxLimits): Promise<ControlGroup> {
    const name = newName()
    const { memory, pids, cpu, cpuset } = this.#parents
    const at = {
      memory: join(memory, name),
      pids: join(pids, name),
      cpu: cpu && join(cpu, name),
      cpuset: cpuset && join(cpuset, name),
    }
    const folders = Object.values(at).filter((folder) => folder !== undefined)
    for (const folder of folders) await mkdir(folder)
    await writeFile(join(at.memory, 'memory.limit_in_bytes'), String(limits.memoryBytes))
    // with swap counted; absent where swap is not
    await writeExisting(join(at.memory, 'memory.memsw.limit_in_bytes'), String(limits.memoryBytes))
    await writeFile(join(at.pids, 'pids.max'), String(limits.processes + ownProcesses))
    if (at.cpu !== undefined) {
      await writeExisting(join(at.cpu, 'cpu.cfs_period_us'), String(period))
      await writeExisting(join(at.cpu, 'cpu.cfs_quota_us'), String(Math.ceil(limits.processors * period)))
      await writeExisting(join(at.cpu, 'cpu.shares'), String(weights[1].waiting))
    }
    if (cpuset !== undefined && at.cpuset !== undefined) await takeOver(cpuset, at.cpuset)
    return new Group({
      folders,
      memoryEvents: join(at.memory, 'memory.oom_control'),
      pidsEvents: join(at.pids, 'pids.events'),
      weight: at.cpu === undefined ? undefined : { path: join(at.cpu, 'cpu.shares'), atWork: weights[1].atWork },
      processors: at.cpuset && join(at.cpuset, 'cpuset.cpus'),
    })
  }

  async sweep(): Promise<void> {
    for (const parent of Object.values<string>({ ...this.#parents })) await removeLeft(parent)
  }
}

/** A new group of processors has none, and takes no process before it has. */
async function takeOver(from: string, to: string): Promise<void> {
  for (const name of ['cpuset.cpus', 'cpuset.mems'])
    await writeFile(join(to, name), (await readFile(join(from, name), 'utf8')).trim())
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
    await writeExisting(join(folder, 'cpu.weight'), String(weights[2].waiting))
    return new Group({
      folders: [folder],
      memoryEvents: join(folder, 'memory.events'),
      pidsEvents: join(folder, 'pids.events'),
      weight: { path: join(folder, 'cpu.weight'), atWork: weights[2].atWork },
      processors: join(folder, 'cpuset.cpus'),
    })
  }

  async sweep(): Promise<void> {
    await removeLeft(this.#parent)
  }
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
