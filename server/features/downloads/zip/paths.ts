import { safeName } from '../attachment.ts'
import { manifestPath, sumsPath } from './lists.ts'

/** A file, and what its place in a zip is made of. */
export interface NamedFile {
  readonly fileName: string
  /** Lower case, without the dot; empty when there is none. */
  readonly extension: string
  readonly collection: string
  /** What it was recorded by or in: the vehicle, else the logger. Two of the same name have two keys. */
  readonly source: { readonly key: string; readonly name: string }
  readonly start: Date
}

/** UTF-8 bytes: a path of all three stays below the 260 characters that Windows takes, with room for a folder before it. */
const longestFolder = 40
const longestStem = 80

/**
 * Where each file stands in the zip: `vehicle/collection/name_2026-11-04_06-07-12Z.mf4`, or `vehicle_name_...` in one
 * folder. Names that Windows, macOS and Linux take, unique without regard to case.
 * @param stamp writes the start of a file
 */
export function zipPaths(
  files: readonly NamedFile[],
  { flatten, stamp }: { flatten: boolean; stamp: (start: Date) => string },
): string[] {
  const taken = new UniqueNames([manifestPath, sumsPath])
  const folders = new Map<string, string>()
  const folderOf = ({ source }: NamedFile): string => {
    const known = folders.get(source.key)
    if (known !== undefined) return known
    const folder = taken.add(folderName(source.name), '')
    folders.set(source.key, folder)
    return folder
  }
  return files.map((file) => {
    const ending = file.extension === '' ? '' : file.fileName.slice(-file.extension.length - 1)
    const stem = `${shortened(file.fileName.slice(0, file.fileName.length - ending.length), longestStem)}_${stamp(file.start)}`
    const folder = flatten ? '' : `${folderOf(file)}/${folderName(file.collection)}/`
    const name = safeName(`${flatten ? `${shortened(file.source.name, longestFolder)}_` : ''}${stem}${ending}`)
    const dot = ending === '' ? name.length : name.lastIndexOf('.')
    return taken.add(folder + name.slice(0, dot), name.slice(dot))
  })
}

const folderName = (name: string): string => safeName(shortened(name, longestFolder))

/** Gives names that nobody has yet: a number is put behind those that somebody has. */
class UniqueNames {
  /** By name without regard to case: the number that was given last. */
  readonly #taken = new Map<string, number>()

  constructor(names: readonly string[]) {
    for (const name of names) this.#taken.set(keyOf(name), 1)
  }

  add(stem: string, ending: string): string {
    const wanted = keyOf(stem + ending)
    let number = this.#taken.get(wanted) ?? 0
    let name = stem + ending
    while (number > 0 && this.#taken.has(keyOf(name))) name = `${stem}_${++number}${ending}`
    this.#taken.set(keyOf(name), 1)
    if (number > 0) this.#taken.set(wanted, number)
    return name
  }
}

/** Capitals first: some letters have two small forms and one capital, and disks take those for one name. */
const keyOf = (name: string): string => name.toUpperCase().toLowerCase()

/** Whole characters, at most so many bytes. */
function shortened(text: string, most: number): string {
  const name = text.toWellFormed().normalize('NFC')
  if (Buffer.byteLength(name) <= most) return name
  let [end, size] = [0, 0]
  for (const character of name) {
    size += Buffer.byteLength(character)
    if (size > most) break
    end += character.length
  }
  return name.slice(0, end)
}
