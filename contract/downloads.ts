import { z } from 'zod'
import { idText } from './fields.ts'
import { operation } from './operation.ts'

/** A download token serves one request (with its Range continuations) and lives this long before it is first used. */
export const downloadTokenSeconds = 60

export const requestDownload = operation({
  id: 'requestDownload',
  method: 'GET',
  path: '/api/v1/downloader/request',
  access: 'session',
  summary: 'A token for one download of a file.',
  query: z.object({ type: z.enum(['uploadFileVersion']), id: idText }),
  answer: z.object({ token: z.string() }),
})

export const retrieveDownload = operation({
  id: 'retrieveDownload',
  method: 'GET',
  path: '/api/v1/downloader/retrieve',
  access: 'public',
  summary: 'The file a token stands for; Range is honoured.',
  query: z.object({ token: z.string().max(128) }),
  kind: 'stream',
})
