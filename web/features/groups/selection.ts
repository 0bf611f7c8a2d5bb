import type { FileVersion, UploadRow } from '#contract/archive.ts'
import { formatBytes } from '#web/format/bytes.ts'

/** A file version with what tells people (and dialogs) which upload it is of. */
export interface ChosenVersion extends FileVersion {
  readonly upload: Pick<UploadRow, 'uploadId' | 'displayName' | 'device'>
}

/** Chosen file versions, and the types of which all shown versions were chosen by their toggle. */
export interface Selection {
  readonly versions: ReadonlyMap<number, ChosenVersion>
  readonly types: ReadonlySet<string>
}

export const nothingChosen: Selection = { versions: new Map(), types: new Set() }

/** The versions of an upload as they are chosen. */
export const choicesOf = ({ uploadId, displayName, device, versions }: UploadRow): ChosenVersion[] =>
  versions.map((version) => ({ ...version, upload: { uploadId, displayName, device } }))

const versionsOf = (rows: readonly UploadRow[]) => rows.flatMap(choicesOf)

/** Gives up versions, for example because they cannot be exported. */
export const unselect = ({ versions, types }: Selection, ids: readonly number[]): Selection => {
  const given = new Set(ids)
  const lost = new Set([...versions.values()].filter(({ id }) => given.has(id)).map(({ extension }) => extension))
  return {
    versions: new Map([...versions].filter(([id]) => !given.has(id))),
    types: new Set([...types].filter((type) => !lost.has(type))),
  }
}

/** Chooses a version or gives it up; giving it up clears the flag of its type. */
export function toggleVersion({ versions, types }: Selection, version: ChosenVersion): Selection {
  const after = new Map(versions)
  if (!after.delete(version.id)) return { versions: after.set(version.id, version), types }
  return { versions: after, types: without(types, version.extension) }
}

/** Chooses all shown versions of a type, or gives them up when its flag is set. */
export function toggleType(selection: Selection, type: string, rows: readonly UploadRow[]): Selection {
  const ofType = versionsOf(rows).filter(({ extension }) => extension === type)
  return setTypes(selection, ofType, [type], !selection.types.has(type))
}

/** All types at once: chooses everything shown unless all flags are set already. */
export function toggleAll(selection: Selection, rows: readonly UploadRow[]): Selection {
  const types = typesOf(rows).map(({ type }) => type)
  return setTypes(selection, versionsOf(rows), types, !allChosen(selection, rows))
}

export function allChosen(selection: Selection, rows: readonly UploadRow[]): boolean {
  const types = typesOf(rows)
  return types.length > 0 && types.every(({ type }) => selection.types.has(type))
}

function setTypes(
  { versions, types }: Selection,
  of: readonly ChosenVersion[],
  names: readonly string[],
  chosen: boolean,
): Selection {
  const after = new Map(versions)
  for (const version of of) {
    if (chosen) after.set(version.id, version)
    else after.delete(version.id)
  }
  const flags = new Set(types)
  for (const name of names) {
    if (chosen) flags.add(name)
    else flags.delete(name)
  }
  return { versions: after, types: flags }
}

function without(types: ReadonlySet<string>, type: string): ReadonlySet<string> {
  const after = new Set(types)
  after.delete(type)
  return after
}

/** After other rows came (another page or order): chosen versions stay chosen, a flag stays while it is true of what is shown. */
export function withRows({ versions, types }: Selection, rows: readonly UploadRow[]): Selection {
  const shown = rows.flatMap((row) => row.versions)
  const flags = [...types].filter((type) => {
    const ofType = shown.filter(({ extension }) => extension === type)
    return ofType.length > 0 && ofType.every(({ id }) => versions.has(id))
  })
  return { versions, types: new Set(flags) }
}

/** The types among the rows with how many versions have them: the most frequent first. */
export function typesOf(rows: readonly UploadRow[]): Array<{ type: string; count: number }> {
  const counts = new Map<string, number>()
  for (const { extension } of rows.flatMap(({ versions }) => versions)) counts.set(extension, (counts.get(extension) ?? 0) + 1)
  return [...counts].map(([type, count]) => ({ type, count })).toSorted((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1))
}

/** Files and bytes chosen. */
export function summaryOf({ versions }: Selection): { count: number; size: number } {
  return { count: versions.size, size: [...versions.values()].reduce((sum, { size }) => sum + size, 0) }
}

/** A size as a toggle shows it: a tenth matters from megabytes on. */
export const shortSize = (bytes: number): string => formatBytes(bytes, bytes < 1024 ** 2 ? 0 : 1).replace(/Bytes$/, 'B')

/** The name of a type as it is shown; files without an extension have one too. */
export const typeName = (extension: string): string => extension.toUpperCase() || 'FILE'
