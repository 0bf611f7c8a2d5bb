import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { StartError } from '#server/settings/start-error.ts'
import { processIdentity } from './processes.ts'

const holderFile = z.object({ pid: z.number(), identity: z.string(), host: z.string() })
type Holder = z.infer<typeof holderFile>

const beat = 2_000
/** A holder in another container cannot be looked up; it counts as dead when its heartbeat is this old (milliseconds). */
const silence = 10_000

export interface DataFolderLock {
  release(): Promise<void>
}

/** Takes the data folder for this process, or throws a sentence that names the process that has it. */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const path = join(dataDir, 'server.lock')
  const own = `${path}.${process.pid}`
  const holder: Holder = { pid: process.pid, identity: (await processIdentity(process.pid)) ?? '', host: hostname() }
  await writeFile(own, JSON.stringify(holder))
  try {
    while (!(await tryLink(own, path))) {
      const other = await readHolder(path)
      if (other === undefined) await removeDead(path, undefined)
      else if (await alive(path, other)) throw alreadyRunning(dataDir, other)
      else await removeDead(path, other)
    }
  } finally {
    await rm(own, { force: true })
  }
  const timer = setInterval(() => {
    const now = new Date()
    // A deleted data folder is noticed where it hurts, not here.
    utimes(path, now, now).catch(() => undefined)
  }, beat)
  timer.unref()
  return {
    release: async () => {
      clearInterval(timer)
      const current = await readHolder(path)
      if (current?.pid === holder.pid && current.identity === holder.identity) await rm(path, { force: true })
    },
  }
}

async function tryLink(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return holderFile.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

async function alive(path: string, other: Holder): Promise<boolean> {
  if (other.host === hostname()) return (await processIdentity(other.pid)) === other.identity
  for (;;) {
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs
    if (age > silence) return false
    // A heartbeat that arrives while we watch proves life; silence until the limit proves death.
    const before = await stat(path).catch(() => undefined)
    await wait(beat * 1.5)
    const after = await stat(path).catch(() => undefined)
    if (after !== undefined && before?.mtimeMs !== after.mtimeMs) return true
  }
}

/** Moves the dead holder's file away; when somebody was quicker, puts the newcomer's file back. */
async function removeDead(path: string, dead: Holder | undefined): Promise<void> {
  const aside = `${path}.dead.${process.pid}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  const moved = await readHolder(aside)
  if (moved !== undefined && (moved.pid !== dead?.pid || moved.identity !== dead.identity)) await tryLink(aside, path)
  await rm(aside, { force: true })
}

function alreadyRunning(dataDir: string, other: Holder): StartError {
  const where = other.host === hostname() ? `pid ${other.pid}` : `pid ${other.pid} on ${other.host}`
  return new StartError(
    'data-folder-in-use',
    `Another Loggerhead already runs on this data folder ${dataDir} (${where}): stop it first, or set LOGGERHEAD_DATA_DIR to another folder.`,
  )
}
