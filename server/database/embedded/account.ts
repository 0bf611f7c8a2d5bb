import { execFileSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '#server/settings/start-error.ts'

/** Under which user the database runs, and how a program is started as that user. */
export interface Account {
  uid: number
  gid: number
  /** True when this process is root and has to become `uid` for the database. */
  changes: boolean
  /** Parent folders are closed to `uid` (a clone below /root): the database gets the one capability that opens them. */
  needsPassage: boolean
}

/** Used when root starts the server: PostgreSQL refuses to run as root. A number of its own, so that no other daemon shares it. */
const dedicatedUid = 59_432

/** Chooses the account from who owns the cluster or, before there is one, the data folder (which exists). */
export async function chooseAccount(folder: string, cluster: string): Promise<Account> {
  const own = process.getuid?.() ?? 0
  const owner = (await stat(cluster).catch(() => undefined)) ?? (await stat(folder))
  if (own !== 0) {
    if (owner.uid !== own) throw ownedBySomebodyElse(folder, owner.uid)
    return { uid: own, gid: process.getgid?.() ?? own, changes: false, needsPassage: false }
  }
  const { uid, gid } = owner
  const chosen = uid === 0 ? { uid: dedicatedUid, gid: dedicatedUid } : { uid, gid }
  return { ...chosen, changes: true, needsPassage: !(await traversable(folder, chosen)) }
}

function ownedBySomebodyElse(folder: string, uid: number): StartError {
  return new StartError(
    'database-of-somebody-else',
    `The database in ${folder} belongs to user ${uid}: start Loggerhead as root or as that user, or set LOGGERHEAD_DATA_DIR to another folder.`,
  )
}

async function traversable(folder: string, account: { uid: number; gid: number }): Promise<boolean> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (at === dirname(at)) return true
  }
}

export interface Launch {
  command: string
  arguments: string[]
  uid?: number
  gid?: number
}

/**
 * How to start `program` as the account. With util-linux's setpriv (Linux) the program also ends when this
 * process is killed; without it a left-over database is ended by the next start.
 */
export function launch(account: Account, program: string, args: string[]): Launch {
  const setpriv = findSetpriv()
  if (account.needsPassage && setpriv === undefined) {
    throw new StartError(
      'folder-not-traversable',
      `The database runs as user ${account.uid}, who may not enter the folders above the data folder: set LOGGERHEAD_DATA_DIR to a folder that everybody may enter, such as /var/lib/loggerhead.`,
    )
  }
  if (setpriv === undefined) {
    return { command: program, arguments: args, ...(account.changes ? { uid: account.uid, gid: account.gid } : {}) }
  }
  const options = ['--pdeathsig=INT']
  if (account.changes) options.push(`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups')
  if (account.needsPassage) {
    const capability = passageCapability()
    options.push(`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`)
  }
  return { command: setpriv, arguments: [...options, '--', program, ...args] }
}

let setprivPath: string | undefined | null = null
function findSetpriv(): string | undefined {
  if (setprivPath !== null) return setprivPath
  setprivPath = undefined
  if (process.platform !== 'linux') return undefined
  for (const path of ['/usr/bin/setpriv', '/bin/setpriv']) {
    try {
      accessSync(path, constants.X_OK)
      // BusyBox has a setpriv of its own that lacks these options.
      if (
        execFileSync(path, ['--help'], { env: {}, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).includes('--pdeathsig')
      )
        setprivPath = path
    } catch {
      // Not this one.
    }
  }
  return setprivPath
}

/** CAP_DAC_READ_SEARCH (bit 2) is the smaller right; containers often only have CAP_DAC_OVERRIDE (bit 1). */
function passageCapability(): string {
  const line = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))
  const held = BigInt(`0x${line?.[1] ?? '0'}`)
  if ((held & 4n) !== 0n) return 'dac_read_search'
  if ((held & 2n) !== 0n) return 'dac_override'
  throw new StartError(
    'folder-not-traversable',
    'The database may not enter the folders above the data folder: set LOGGERHEAD_DATA_DIR to a folder that everybody may enter, such as /var/lib/loggerhead.',
  )
}

/** Gives `path` and everything below it to the account; does nothing unless this process is root. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (!account.changes) return
  await lchown(path, account.uid, account.gid)
  if (!(await stat(path)).isDirectory()) return
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
}

/** initdb asks for the user's name, so it must run as somebody with a name: the account, or nobody. */
export function namedAccount(account: Account): Account {
  if (hasName(account.uid)) return account
  if (account.changes && hasName(65_534)) return { ...account, uid: 65_534, gid: 65_534 }
  throw new StartError(
    'user-without-name',
    `User ${account.uid} has no name in /etc/passwd, which PostgreSQL needs to create its files: add such a line, or set LOGGERHEAD_DATABASE_URL to a PostgreSQL 15 to 18.`,
  )
}

function hasName(uid: number): boolean {
  try {
    execFileSync('id', ['-nu', String(uid)], { env: { PATH: '/usr/bin:/bin' }, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
