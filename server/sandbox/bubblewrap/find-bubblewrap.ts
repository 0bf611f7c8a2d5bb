import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SandboxError } from '../sandbox.ts'
import type { BubblewrapMeans } from './bubblewrap-launcher.ts'
import { findControlGroups } from './control-groups.ts'

const run = promisify(execFile)
const folders = ['/usr/bin', '/bin', '/usr/local/bin']
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
/** --disable-userns. */
const oldest = [0, 8] as const
const options = { env, cwd: '/', timeout: 20_000 }

/**
 * What bubblewrap can do on this machine, tried out.
 * @throws SandboxError with a sentence that says what is missing and what to do
 */
export async function findBubblewrap(folder: string): Promise<BubblewrapMeans> {
  if (process.platform !== 'linux') throw new SandboxError('bubblewrap needs Linux')
  const bwrap = folders.map((path) => join(path, 'bwrap')).find((path) => existsSync(path))
  if (bwrap === undefined) throw new SandboxError('bubblewrap is not installed (Debian, Ubuntu: apt install bubblewrap)')
  await requireVersion(bwrap)
  const dedicatedUsers = process.getuid?.() === 0
  await tryNamespaces(bwrap, dedicatedUsers)
  const controlGroups = await findControlGroups()
  return { bwrap, dedicatedUsers, images: dedicatedUsers && (await imagesWork(folder)), controlGroups, folder }
}

async function requireVersion(bwrap: string): Promise<void> {
  const { stdout } = await run(bwrap, ['--version'], options).catch((error: unknown) => {
    throw new SandboxError(`${bwrap} does not run (${String(error)})`)
  })
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number)
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
    throw new SandboxError(`bubblewrap ${major}.${minor} is too old: ${oldest.join('.')} is needed`)
}

async function tryNamespaces(bwrap: string, asRoot: boolean): Promise<void> {
  const inside = [
    bwrap,
    '--unshare-all',
    '--unshare-user',
    '--disable-userns',
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    '--',
    '/bin/true',
  ]
  const command = asRoot
    ? [
        'unshare',
        '--mount',
        '--propagation',
        'private',
        '--',
        'setpriv',
        '--reuid=65534',
        '--regid=65534',
        '--clear-groups',
        '--',
        ...inside,
      ]
    : inside
  const [program = '', ...args] = command
  await run(program, args, options).catch((error: unknown) => {
    throw new SandboxError(
      `bubblewrap may not make namespaces here: ${sentenceOf(error)} (in a container: start it with the right to make namespaces, or use a Docker socket; Ubuntu: allow user namespaces for bwrap in AppArmor)`,
    )
  })
}

/** Whether root may make a file system in a file; in a container often not. */
async function imagesWork(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const image = join(folder, `${process.pid}-trial.image`)
  const script = 'mke2fs -q -F -t ext4 "$1" 1024k > /dev/null && mount -o loop,nosuid,nodev,noexec "$1" /mnt && rm "$1"'
  return await run(
    'unshare',
    ['--mount', '--propagation', 'private', '--', '/bin/sh', '-c', script, 'trial', image],
    options,
  ).then(
    () => true,
    async () => {
      await rm(image, { force: true })
      return false
    },
  )
}

function sentenceOf(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  return (text.trim() || String(error)).split('\n').at(-1) ?? ''
}
