import { z } from 'zod'
import { id, line, moment } from '#contract/fields.ts'
import { Problem } from '#server/http/problem.ts'
import type { Metadata } from '#server/tus/metadata.ts'
import { extensionOf, safeFileName, stemOf } from './file-name.ts'

/** What a sender says of its file, checked. */
export interface StatedUpload {
  readonly fileName: string
  readonly extension: string
  readonly collection: string
  readonly start: Date | undefined
  readonly end: Date | undefined
  readonly group: string | undefined
  readonly script: string | undefined
  readonly notes: string | undefined
  /** Only people name these; of a logger the token tells. */
  readonly deviceId: number | undefined
  readonly vehicleId: number | undefined
}

const maxNotes = 8000
const time = moment.transform((text) => new Date(text))
const number = z.coerce.number().pipe(id)
/** Notes keep their lines, and lose other control characters. */
const notes = z
  .string()
  .max(maxNotes)
  // oxlint-disable-next-line no-control-regex -- control characters are what this removes
  .transform((text) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '').trim())

const fields = z.object({
  filename: z.string().min(1),
  collection: line(255).optional(),
  start: time.optional(),
  end: time.optional(),
  group: line(255).optional(),
  script: line(255).optional(),
  notes: notes.optional(),
  deviceId: number.optional(),
  vehicleId: number.optional(),
})

/**
 * Reads an upload's metadata. Keys that nobody knows are passed over, as tus clients add their own; empty values count as absent.
 * @throws Problem 400 that names the key
 */
export function readStatedUpload(metadata: Metadata, from: 'device' | 'person'): StatedUpload {
  const given = Object.fromEntries([...metadata].filter(([, value]) => value !== ''))
  const result = fields.safeParse(given)
  if (!result.success) {
    const issue = result.error.issues[0]
    const name = issue?.path.join('.') ?? ''
    throw metadataProblem(name === 'filename' ? 'filename is required' : `${name}: ${issue?.message ?? 'not valid'}`)
  }
  const { filename, collection, deviceId, vehicleId, ...rest } = result.data
  const fileName = safeFileName(filename)
  if (fileName === undefined) throw metadataProblem('filename must be the name of a file')
  if (from === 'person' && deviceId === undefined && vehicleId === undefined)
    throw metadataProblem('deviceId or vehicleId is required')
  return {
    fileName,
    extension: extensionOf(fileName),
    collection: collection === undefined || collection === '' ? stemOf(fileName) : collection,
    start: rest.start,
    end: rest.end,
    group: rest.group === '' ? undefined : rest.group,
    script: rest.script === '' ? undefined : rest.script,
    notes: rest.notes === '' ? undefined : rest.notes,
    deviceId: from === 'person' ? deviceId : undefined,
    vehicleId: from === 'person' ? vehicleId : undefined,
  }
}

export function metadataProblem(problem: string): Problem {
  return new Problem('upload-metadata', { problem })
}
