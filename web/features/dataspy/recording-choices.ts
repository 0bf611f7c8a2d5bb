import type { UploadRow } from '#contract/archive.ts'
import { fileIdsIn } from './file-ids.ts'

/** A recording of the archive that can be chosen. */
export interface RecordingChoice {
  readonly fileId: number
  /** Names of the vehicle, the upload and its file; null: known by its number only. */
  readonly vehicle: string | null
  readonly name: string | null
  readonly fileName: string | null
  readonly extension: string
  /** ISO 8601, UTC. */
  readonly start: string | null
  readonly end: string | null
}

/** One of each upload: the version that the viewer opens first. Uploads without one are left out. */
export const choicesIn = (rows: readonly UploadRow[]): RecordingChoice[] =>
  rows.flatMap(({ vehicle, displayName, versions, dataSpy }) => {
    const read = versions.filter(({ state, recording }) => state === 'ready' && recording !== null)
    const version = read.find(({ extension }) => dataSpy.includes(extension)) ?? read[0]
    if (version === undefined) return []
    return [
      {
        fileId: version.id,
        vehicle: vehicle === null ? null : vehicle.displayName || vehicle.name,
        name: displayName,
        fileName: version.fileName,
        extension: version.extension,
        start: version.recording?.startDate ?? version.startDate,
        end: version.recording?.endDate ?? version.endDate,
      },
    ]
  })

/** What was typed names files itself: addresses of the viewer, or numbers. These come before what is found. */
export function withNumbers(typed: string, found: readonly RecordingChoice[]): readonly RecordingChoice[] {
  const numbers = fileIdsIn(typed).map(Number)
  const unknown = { vehicle: null, name: null, fileName: null, extension: '', start: null, end: null }
  const named = numbers.map((fileId) => found.find((one) => one.fileId === fileId) ?? { fileId, ...unknown })
  return numbers.length === 0 ? found : [...named, ...found.filter(({ fileId }) => !numbers.includes(fileId))]
}

/** What is looked for in names: nothing when an address was given. */
export const wordsOf = (typed: string): string[] => {
  const text = typed.trim().slice(0, 255)
  return text === '' || /[?&]fileId=/.test(text) ? [] : [text]
}
