import { z } from 'zod'
import { byteCount, id, idParams, line, moment } from './fields.ts'
import { operation } from './operation.ts'

/** A file version at its end of life: hidden everywhere, until it is restored or purged. */
export const recycledFile = z.object({
  /** Of the file version. */
  id,
  fileName: z.string(),
  extension: z.string(),
  size: byteCount,
  uploadId: id,
  /** The name that its upload is shown under. */
  displayName: z.string(),
  startDate: moment,
  endDate: moment,
  vehicle: z.object({ id, name: z.string(), displayName: z.string() }).nullable(),
  device: z.object({ id, type: z.string(), serial: z.string() }).nullable(),
  recycledDate: moment,
  /** Null: a newer export took its place, or the user is not there any more. */
  recycledBy: z.object({ id, username: z.string() }).nullable(),
  /** When it is deleted for good. */
  purgeDate: moment,
})
export type RecycledFile = z.infer<typeof recycledFile>

export const recycleFileVersion = operation({
  id: 'recycleFileVersion',
  method: 'DELETE',
  path: '/api/v1/uploadFileVersions/{id}',
  access: 'session',
  summary: 'Moves a file version to recycling: it is hidden everywhere at once.',
  params: idParams,
})

export const listRecycled = operation({
  id: 'listRecycled',
  method: 'GET',
  path: '/api/v1/recycleBin',
  access: 'admin',
  summary: 'Recycled file versions of the organization, the last recycled first.',
  query: z.object({
    /** A part of the file's, the upload's or the vehicle's name, without regard to case. */
    q: line(255).optional(),
    offset: z.coerce.number().pipe(z.int().nonnegative()).default(0),
    max: z.coerce.number().pipe(z.int().min(1).max(500)).default(100),
  }),
  answer: z.array(recycledFile),
  headers: {
    total: 'How many files match.',
    max: 'Files of one page.',
    offset: 'Files passed over.',
  },
})

export const restoreFileVersion = operation({
  id: 'restoreFileVersion',
  method: 'POST',
  path: '/api/v1/recycleBin/{id}/restore',
  access: 'admin',
  summary: 'Brings a recycled file version back, with its upload.',
  params: idParams,
  /** The upload that it belongs to: another one than before, where its upload has been delivered anew meanwhile. */
  answer: z.object({ uploadId: id }),
})

export const purgeFileVersion = operation({
  id: 'purgeFileVersion',
  method: 'DELETE',
  path: '/api/v1/recycleBin/{id}',
  access: 'admin',
  summary: 'Deletes a recycled file version for good.',
  params: idParams,
})
