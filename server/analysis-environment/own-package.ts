import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'

const source = join(import.meta.dirname, '../../script-sdk')
const folders = ['loggerhead', 'compatibility'] as const

/** Our own package for scripts, and those that scripts of other platforms import. */
export interface OwnPackage {
  readonly version: string
  /** Of all its files and their names, hex SHA-256. */
  readonly hash: string
}

export async function ownPackage(): Promise<OwnPackage> {
  const hash = createHash('sha256')
  for (const path of await files())
    hash
      .update(`${path}\0`)
      .update(await readFile(join(source, path)))
      .update('\0')
  const text = await readFile(join(source, 'loggerhead/version.py'), 'utf8')
  const version = /__version__ = "([^"]+)"/.exec(text)?.[1]
  if (version === undefined) throw new Error('script-sdk/loggerhead/version.py does not say its version')
  return { version, hash: hash.digest('hex') }
}

async function files(): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders)
    for (const entry of await readdir(join(source, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name).slice(source.length + 1)
      if (entry.isFile() && isWanted(path)) found.push(path)
    }
  return found.sort()
}

function isWanted(path: string): boolean {
  return basename(path) !== '__pycache__' && !path.endsWith('.pyc')
}

/**
 * Puts them into an environment. They come last on Python's path: where an administrator's environment has a package of
 * the same name, that one is taken. tkinter is shut whatever the machine's Python has.
 */
export async function addOwnPackage(environment: string, sitePackages: string): Promise<void> {
  const place = join(environment, 'sdk')
  await mkdir(place)
  const filter = (path: string) => isWanted(path)
  await cp(join(source, 'loggerhead'), join(place, 'loggerhead'), { recursive: true, filter, preserveTimestamps: true })
  await cp(join(source, 'compatibility'), join(place, 'compatibility'), { recursive: true, filter, preserveTimestamps: true })
  const up = relative(sitePackages, environment)
  await writeFile(
    join(sitePackages, 'loggerhead-sdk.pth'),
    [`${up}/sdk`, `${up}/sdk/compatibility`, "import sys; sys.modules['tkinter'] = sys.modules['_tkinter'] = None", ''].join(
      '\n',
    ),
  )
}
