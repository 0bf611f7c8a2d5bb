import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Failure } from '../failure.ts'

export interface LocalFile {
  readonly path: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Epoch milliseconds. */
  readonly modified: number
}

/** The files named, and those in folders named, in order; hidden ones in folders are left out. */
export async function localFiles(paths: readonly string[]): Promise<LocalFile[]> {
  const files: LocalFile[] = []
  for (const path of paths) files.push(...(await filesAt(resolve(path), path)))
  return files.filter((file, index) => files.findIndex((other) => other.path === file.path) === index)
}

async function filesAt(path: string, given: string): Promise<LocalFile[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new Failure(`${given} does not exist or cannot be read.`)
  if (found.isFile()) return [{ path, name: basename(path), size: found.size, modified: Math.floor(found.mtimeMs) }]
  if (!found.isDirectory()) return []
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).toSorted()
  const files: LocalFile[] = []
  for (const name of names) files.push(...(await filesAt(join(path, name), join(given, name))))
  return files
}
