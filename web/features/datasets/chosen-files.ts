import type { UploadRow } from '#contract/archive.ts'
import { choicesOf, nothingChosen } from '#web/features/groups/selection.ts'
import type { ChosenVersion, Selection } from '#web/features/groups/selection.ts'
import { hasExtension, staticExtensions } from './filters.ts'

const found = (rows: readonly UploadRow[]): ChosenVersion[] => rows.flatMap(choicesOf)

/** How many found files each offered extension has. */
export function countExtensions(rows: readonly UploadRow[]): Map<string, number> {
  const versions = rows.flatMap((row) => row.versions)
  return new Map(
    staticExtensions.map(([value]): [string, number] => [value, versions.filter((file) => hasExtension(file, value)).length]),
  )
}

/** Extensions of which every found file is chosen. */
export const wholeExtensions = ({ versions }: Selection, rows: readonly UploadRow[]): string[] =>
  staticExtensions
    .map(([value]) => value)
    .filter((value) => {
      const ofIt = found(rows).filter((file) => hasExtension(file, value))
      return ofIt.length > 0 && ofIt.every(({ id }) => versions.has(id))
    })

/** Chooses every found file of an extension, or gives them up when all are chosen. */
export function toggleExtension(selection: Selection, extension: string, rows: readonly UploadRow[]): Selection {
  const give = wholeExtensions(selection, rows).includes(extension)
  const versions = new Map(selection.versions)
  for (const file of found(rows).filter((one) => hasExtension(one, extension))) {
    if (give) versions.delete(file.id)
    else versions.set(file.id, file)
  }
  return { ...nothingChosen, versions }
}
