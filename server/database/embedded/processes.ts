import { execFile } from 'node:child_process'
import { readFile, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** What identifies a process for ever: its number alone is used again. Undefined when it does not run (a zombie does not). */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    // The second field is the program's name in brackets, which may contain anything.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `linux:${fields[19]}`
  }
  return promisify(execFile)('ps', ['-p', String(pid), '-o', 'lstart=,stat='], { env: { PATH: '/bin:/usr/bin' } }).then(
    ({ stdout }) => (/\bZ\S*\s*$/.test(stdout) ? undefined : `ps:${stdout.trim().split(/\s+/).slice(0, 5).join(' ')}`),
    () => undefined,
  )
}

export interface PostmasterFile {
  pid: number
  /** "starting", "ready", "stopping", ... */
  status: string
}

/** Reads `postmaster.pid` (PostgreSQL source, src/include/utils/pidfile.h: line 1 is the pid, line 8 the status). */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  const lines = text?.split('\n')
  const pid = Number.parseInt(lines?.[0] ?? '', 10)
  if (lines === undefined || !Number.isSafeInteger(pid)) return undefined
  return { pid, status: (lines[7] ?? '').trim() }
}

/** Every running PostgreSQL process of this cluster: each has the cluster folder as its working directory. */
export async function clusterProcesses(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return await postmasterByName(cluster)
  const folder = await realpath(cluster)
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => undefined)
    if (cwd !== folder) continue
    // A person's shell may stand in that folder too.
    const program = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (program.includes('(postgres)') && (await processIdentity(Number(name))) !== undefined) found.push(Number(name))
  }
  return found
}

async function postmasterByName(cluster: string): Promise<number[]> {
  const file = await readPostmasterFile(cluster)
  if (file === undefined) return []
  const answer = await promisify(execFile)('ps', ['-p', String(file.pid), '-o', 'stat=,args='], {
    env: { PATH: '/bin:/usr/bin' },
  }).catch(() => ({ stdout: '' }))
  return answer.stdout.startsWith('Z') || !answer.stdout.includes(cluster) ? [] : [file.pid]
}

/**
 * Makes the cluster free for a new postmaster: ends what an earlier server left running (it was killed, so nobody
 * else will) and removes a `postmaster.pid` that speaks of a dead process or of another program with the same number.
 * Only call it while holding the data folder's lock.
 */
export async function clearCluster(cluster: string, log: (line: string) => void): Promise<void> {
  const running = await clusterProcesses(cluster)
  if (running.length > 0) {
    log('Ending the database that an earlier server left running.')
    const postmaster = (await readPostmasterFile(cluster))?.pid
    if (postmaster !== undefined && running.includes(postmaster)) {
      signal([postmaster], 'SIGINT')
      if (!(await gone(cluster, 30_000))) signal([postmaster], 'SIGQUIT')
    }
    // The children of a killed postmaster notice and end by themselves.
    if (!(await gone(cluster, 5_000))) {
      signal(await clusterProcesses(cluster), 'SIGKILL')
      await gone(cluster, 5_000)
    }
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

export async function gone(cluster: string, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds
  while ((await clusterProcesses(cluster)).length > 0) {
    if (Date.now() > end) return false
    await wait(20)
  }
  return true
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended in the meantime.
    }
  }
}
