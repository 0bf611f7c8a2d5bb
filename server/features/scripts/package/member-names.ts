import { PackageProblem, hasUnreadable, shown } from './package-problem.ts'

const longestPath = 512
const longestSegment = 200

/**
 * Checks the name of a member, without the slash at the end of a folder's.
 * @throws PackageProblem for a name that two programs may take for two different places
 */
export function checkName(name: string): void {
  const refuse = (why: string): never => {
    throw new PackageProblem(`The zip has ${shown(name)}, ${why}`)
  }
  if (hasUnreadable(name)) refuse('a name with invisible characters; rename it')
  if (name.includes('\\')) refuse('a name with a backslash; zip it with a program that writes / between folders')
  if (name.startsWith('/') || /^[a-z]:/i.test(name))
    refuse('a name that begins at the root of a disk; zip the folder from inside')
  if (Buffer.byteLength(name) > longestPath) refuse(`a name of more than ${longestPath} bytes; shorten it`)
  for (const segment of name.split('/')) {
    if (segment === '') refuse('a name with an empty part; rename it')
    if (segment === '.' || segment === '..') refuse('a name that leads out of its folder; zip the folder from inside')
    if (Buffer.byteLength(segment) > longestSegment) refuse(`a name with a part of more than ${longestSegment} bytes; shorten it`)
  }
}

/** The same for all names that some file system, or Python's `import`, takes for one. */
const folded = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** Names that were met, so that no two of them mean the same place. */
export class NamesMet {
  /** Folded name -> the first of it, and what it is. */
  readonly #met = new Map<string, { readonly name: string; readonly isFolder: boolean }>()

  /** @throws PackageProblem when the name, or a folder of it, was met in another form */
  add(name: string, isFolder: boolean): void {
    const segments = name.split('/')
    for (let count = 1; count < segments.length; count++) this.#addOne(segments.slice(0, count).join('/'), true, false)
    this.#addOne(name, isFolder, true)
  }

  #addOne(name: string, isFolder: boolean, isMember: boolean): void {
    const key = folded(name)
    const met = this.#met.get(key)
    if (met === undefined) {
      this.#met.set(key, { name, isFolder })
      return
    }
    if (met.isFolder !== isFolder)
      throw new PackageProblem(`The zip has ${shown(name)} both as a file and as a folder; rename one`)
    if (met.name !== name)
      throw new PackageProblem(`The zip has ${shown(met.name)} and ${shown(name)}, which some systems take for one; rename one`)
    if (isMember && !isFolder) throw new PackageProblem(`The zip has ${shown(name)} twice; zip the folder again`)
  }
}

/** What systems and Python leave beside the files; taken away without a word, since no script needs it. */
export function isLitter(name: string): boolean {
  const segments = name.split('/')
  const last = segments.at(-1) ?? ''
  return segments.includes('__MACOSX') || segments.includes('__pycache__') || last === '.DS_Store' || last === 'Thumbs.db'
}

/** Where Python looks before it looks at the source; what is in it nobody can review. */
export const isCompiledPython = (name: string): boolean => /\.py[co]$/i.test(name)
