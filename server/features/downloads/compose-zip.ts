import type { SelectedFile } from './selected-files.ts'
import { describe, sourceOf } from './selected-files.ts'
import { safeName } from './attachment.ts'
import type { Places, ZipFacts, ZipFile } from './zip/layout.ts'
import { frameOf, layOut } from './zip/layout.ts'
import { zipPaths } from './zip/paths.ts'
import type { Stamp } from './zip/stamp.ts'

export interface ZipWishes {
  readonly flatten: boolean
  /** How times are written in names. */
  readonly stamp: Stamp
  /** Minutes east of UTC of the files' times. */
  readonly offsetMinutes: number
  readonly created: Date
}

/** A zip that nobody has stored yet. */
export interface ComposedZip {
  readonly facts: ZipFacts
  readonly size: number
  readonly digest: Buffer
  readonly files: readonly (ZipFile & Places & { readonly fileVersionId: number })[]
}

export function composeZip(selected: readonly SelectedFile[], wishes: ZipWishes): ComposedZip {
  const named = selected.map((file) => ({
    fileName: file.file_name,
    extension: file.extension,
    collection: file.collection,
    source: sourceOf(file),
    start: file.start_date,
  }))
  const paths = zipPaths(named, wishes)
  const files = selected.map((file, index) => {
    const path = paths[index] ?? ''
    const { id: fileVersionId, size, crc32, sha256, end_date: end } = file
    return { path, size, crc32, sha256, modified: end.getTime(), description: describe(file, path), fileVersionId }
  })
  const head = { name: nameOf(named, wishes), created: wishes.created, fileCount: files.length }
  const { facts, places, digest } = layOut(files, head, wishes.offsetMinutes)
  const placed = files.map((file, index) => {
    const place = places[index]
    if (place === undefined) throw new Error(`${file.path} has no place in the zip`)
    return { ...file, ...place }
  })
  return { facts, size: frameOf(facts).size, digest, files: placed }
}

/** `WT-07_2026-11-21_12-00-00Z.zip`, or of several vehicles `Loggerhead_...`. */
function nameOf(
  files: readonly { readonly source: { readonly key: string; readonly name: string } }[],
  { stamp, created }: ZipWishes,
): string {
  const sources = new Map(files.map(({ source }) => [source.key, source.name]))
  const [first] = sources.values()
  return safeName(`${sources.size === 1 && first !== undefined ? first : 'Loggerhead'}_${stamp(created)}.zip`)
}
