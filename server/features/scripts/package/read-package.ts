import { largestUnpackedPackage } from '#contract/ipa-scripts.ts'
import type { PackageMember } from './canonical-zip.ts'
import { writeCanonicalZip } from './canonical-zip.ts'
import { readDirectory } from './directory.ts'
import { NamesMet, checkName, isCompiledPython, isLitter } from './member-names.ts'
import { readMembers } from './members.ts'
import { PackageProblem, shown } from './package-problem.ts'

export interface ScriptPackage {
  /** The canonical zip. */
  readonly zip: Buffer
  readonly sha256: Buffer
  /** Its files, sorted by path. */
  readonly members: readonly PackageMember[]
}

/** Where a script begins. */
export const mainFile = '__main__.py'
export const missingMain = `File must contain a ${mainFile}`

/**
 * Reads a zip strictly and writes it anew in its one canonical form.
 * @throws PackageProblem, naming the member
 */
export function readPackage(zip: Buffer): ScriptPackage {
  const directory = readDirectory(zip)
  const met = new NamesMet()
  let total = 0
  for (const { name, size } of directory.entries) {
    const isFolder = name.endsWith('/')
    const path = isFolder ? name.slice(0, -1) : name
    checkName(path)
    met.add(path, isFolder)
    total += size
  }
  if (total > largestUnpackedPackage)
    throw new PackageProblem(
      `The files of the zip have ${total} bytes; a script may have ${largestUnpackedPackage}: large data belongs into a dataset`,
    )
  const files = readMembers(zip, directory)
    .filter(({ name }) => !name.endsWith('/') && !isLitter(name))
    .map(({ name, bytes }) => ({ path: name, bytes }))
  for (const { path } of files)
    if (isCompiledPython(path))
      throw new PackageProblem(`${shown(path)} is compiled Python, which nobody can review; put its source into the zip`)
  const mains = files.filter(({ path }) => path === mainFile || path.endsWith(`/${mainFile}`))
  if (mains.length === 0) throw new PackageProblem(missingMain)
  if (mains.length > 1)
    throw new PackageProblem(
      `The zip has ${mains
        .slice(0, 3)
        .map(({ path }) => shown(path))
        .join(' and ')}; leave one ${mainFile}, where the script begins`,
    )
  return writeCanonicalZip(files)
}
