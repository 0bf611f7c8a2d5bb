import { constants } from 'node:fs'
import { chmod, copyFile, link, mkdir, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, posix, relative, sep } from 'node:path'
import { systemCode } from '#server/disk/disk-space.ts'
import type { BoxOrder } from './sandbox.ts'
import { boxLayout, SandboxError } from './sandbox.ts'
import { isAlive, processesWith } from './process-alive.ts'

/** Folders that a box sees, read-only, below the same names; `job` holds `job.ipa` and the script's package. */
export const seenFolders = [boxLayout.data, boxLayout.config, boxLayout.previous, '/job'] as const
const readableByAll = 0o004

/** What belongs to one box on this machine: what it is given, before and after it has started, and what comes out of it. */
export class BoxFolder {
  readonly path: string

  /** @param path a new folder below one that only this program may enter, on the disk of the blobs */
  constructor(path: string) {
    this.path = path
  }

  async make(): Promise<void> {
    for (const folder of [this.path, ...seenFolders.map((seen) => this.seen(seen))]) await makeReadable(folder)
    await mkdir(this.results, { mode: 0o700 })
  }

  /** Where a folder of the box is on this machine. */
  seen(folder: string): string {
    return join(this.path, folder)
  }

  /** Files that came out of the box, numbered. */
  get results(): string {
    return join(this.path, 'out')
  }

  /** @throws SandboxError when a file is missing or has no place in a box */
  async fill(order: BoxOrder): Promise<void> {
    const made = new Set<string>(seenFolders.map((folder) => this.seen(folder)))
    for (const { hostPath, path } of order.inputs) {
      const target = this.#place(path)
      for (const part of partsBelow(this.path, dirname(target))) {
        if (!made.has(part)) await makeReadable(part)
        made.add(part)
      }
      await give(hostPath, target)
    }
    await give(order.packagePath, join(this.seen('/job'), 'script.zip'))
    await writeFile(join(this.seen('/job'), 'job.ipa'), JSON.stringify(order.job), { mode: 0o444 })
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true })
  }

  #place(path: string): string {
    const inside = [boxLayout.data, boxLayout.config, boxLayout.previous].some((folder) => path.startsWith(`${folder}/`))
    if (!inside || posix.normalize(path) !== path || path.endsWith('/') || path.includes('\0'))
      throw new SandboxError(`${path} is no place for a file in a box.`)
    return join(this.path, path)
  }
}

/** Whatever this program's file mode mask is: boxes have other users. */
async function makeReadable(folder: string): Promise<void> {
  await mkdir(folder)
  await chmod(folder, 0o755)
}

/** /a, /a/b/c -> /a/b, /a/b/c */
function partsBelow(top: string, folder: string): string[] {
  const names = relative(top, folder).split(sep)
  return names.map((_, index) => join(top, ...names.slice(0, index + 1)))
}

/** A second name for the file where the disk is the same, otherwise a copy. The box's user is another: everybody may read it. */
async function give(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
    const { mode } = await stat(to)
    if ((mode & readableByAll) === 0) await readable(from, to, mode)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') throw new SandboxError(`The file ${from} is missing.`)
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'EMLINK' && code !== 'ENOTSUP') throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    await chmod(to, 0o444)
  }
}

/** A mode belongs to all names of a file; where ours may not be changed, the box gets a copy. */
async function readable(from: string, to: string, mode: number): Promise<void> {
  try {
    await chmod(to, mode | readableByAll)
  } catch (error) {
    if (systemCode(error) !== 'EPERM') throw error
    await unlink(to)
    await copyFile(from, to)
    await chmod(to, 0o444)
  }
}

/** Removes what a worker that was killed has left of its boxes: folders, and bubblewrap that lost its parent while it made one. */
export async function sweepBoxFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = Number(name.split('-')[0])
    if (!Number.isInteger(owner) || isAlive(owner)) continue
    for (const pid of processesWith(join(parent, name), 'bwrap')) process.kill(pid, 'SIGKILL')
    await rm(join(parent, name), { recursive: true, force: true })
  }
}
