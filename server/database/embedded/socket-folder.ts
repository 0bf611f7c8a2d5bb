import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '#server/settings/start-error.ts'
import { giveTo } from './account.ts'
import type { Account } from './account.ts'

/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, the last one zero. */
const longestSocketPath = 103
const socketName = '.s.PGSQL.5432'

/** A folder that only the database's user and root can enter, short enough for a Unix socket. */
export async function provideSocketFolder(databaseFolder: string, account: Account): Promise<string> {
  const folder = socketFolderFor(databaseFolder, account.uid)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  if (!found.isDirectory() || ![0, account.uid, process.getuid?.()].includes(found.uid)) {
    throw new StartError(
      'socket-folder-taken',
      `The folder ${folder} belongs to somebody else: delete it, or set TMPDIR to another folder.`,
    )
  }
  await giveTo(account, folder)
  await chmod(folder, 0o700)
  // A killed database leaves its socket behind.
  for (const name of [socketName, `${socketName}.lock`]) await rm(join(folder, name), { force: true })
  return folder
}

function socketFolderFor(databaseFolder: string, uid: number): string {
  const near = join(databaseFolder, 'socket')
  if (Buffer.byteLength(join(near, socketName)) <= longestSocketPath) return near
  const name = createHash('sha256').update(databaseFolder).digest('hex').slice(0, 12)
  const away = join(tmpdir(), `loggerhead-${uid}-${name}`)
  return Buffer.byteLength(join(away, socketName)) <= longestSocketPath ? away : join('/tmp', `loggerhead-${uid}-${name}`)
}
