/** Whose recording it is. */
export interface Target {
  kind: 'vehicle' | 'device'
  id: number
  name: string
}

/** What the user says of files before they are sent. */
export interface Wish {
  target: Target
  /** Empty: every file's own name. */
  collection: string
  /** The files belong together. */
  group: string | null
  notes: string
}

/** The collection to begin with: a folder's name; one file's own name; nothing for loose files. */
export function proposedCollection(paths: readonly string[]): string {
  const folders = new Set(paths.map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')))
  const [folder] = folders
  if (folders.size === 1 && folder) return folder
  return paths.length === 1 ? stemOf(paths[0] ?? '') : ''
}

/** `Winter/ColdStart.vsb` -> `ColdStart` */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.replace(/(?<=.)\.[^.]+$/, '')
}

/** The name of a group that is made now; unlike every other one of the same user. */
export const newGroup = (collection: string, now: Date): string => `${collection || 'Upload'} ${now.toISOString()}`

/** Upload-Metadata of one file: keys without a value are left out. */
export function metadataOf(path: string, { target, collection, group, notes }: Wish): Record<string, string> {
  const entries: Array<[string, string]> = [
    ['filename', path.slice(path.lastIndexOf('/') + 1)],
    ['collection', collection.trim()],
    [target.kind === 'vehicle' ? 'vehicleId' : 'deviceId', String(target.id)],
    ['group', group ?? ''],
    ['notes', notes.trim()],
  ]
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}
