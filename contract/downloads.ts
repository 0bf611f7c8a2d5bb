import { z } from 'zod'
import { idText } from './fields.ts'
import { operation } from './operation.ts'

/** A download token serves one request (with its Range continuations) and lives this long before it is first used. */
export const downloadTokenSeconds = 60

/**
 * What a token can stand for: a file version, a user download (zip), the file of a device script, a device script's VSDB, a
 * file of a result, or several of those as a zip (`resultFiles`, made by `requestResultFiles`). All are named by `id`, a VSDB
 * by the `scriptId` of its script.
 */
export const downloadType = z.enum(['uploadFileVersion', 'user', 'download', 'vsdb', 'resultFile', 'resultFiles'])
export type DownloadType = z.infer<typeof downloadType>

export const requestDownload = operation({
  id: 'requestDownload',
  method: 'GET',
  path: '/api/v1/downloader/request',
  access: 'session',
  summary: 'A token for one download of a file.',
  query: z
    .object({ type: downloadType, id: idText.optional(), scriptId: idText.optional() })
    .refine(({ type, id, scriptId }) => (type === 'vsdb' ? scriptId : id) !== undefined, {
      message: 'Give scriptId for the type vsdb, id for the others',
      path: ['id'],
    }),
  answer: z.object({ token: z.string() }),
})

export const retrieveDownload = operation({
  id: 'retrieveDownload',
  method: 'GET',
  path: '/api/v1/downloader/retrieve',
  access: 'public',
  summary: 'The file a token stands for; Range is honoured.',
  query: z.object({
    token: z.string().max(128),
    /** The file's entity tag: says what If-Range says, for players of sound and film, which ask for parts without it. */
    tag: z.string().max(128).optional(),
  }),
  kind: 'stream',
})
