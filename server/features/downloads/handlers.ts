import { downloadTokenSeconds } from '#contract/downloads.ts'
import type { Readable } from 'node:stream'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { BlobMissing, BlobStoreUnavailable } from '#server/blob-store/blob-store.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { attachment, contentTypeOf } from './attachment.ts'
import type { Part } from './byte-range.ts'
import { requestedPart } from './byte-range.ts'
import type { DownloadFile } from './store.ts'
import { createDownloadToken, markUsed, useDownloadToken } from './store.ts'

export function downloadHandlers({ database, blobs, log, now }: Platform): HandlersOf<'requestDownload' | 'retrieveDownload'> {
  return {
    async requestDownload({ caller, query }) {
      const token = await createDownloadToken(database, caller, query.id, now())
      if (token === undefined) throw notFound()
      return { token }
    },

    async retrieveDownload({ query: { token }, request, reply }) {
      const { range, 'if-range': ifRange } = request.headers
      const isSame = (file: DownloadFile): boolean => ifRange === entityTag(file)
      const use = await useDownloadToken(
        database,
        token,
        now(),
        (file) => isSame(file) && requestedPart(range, file.size) !== 'whole',
      )
      if (use.kind === 'recycled') throw notFound()
      if (use.kind === 'refused') throw new Problem('download-token', { seconds: downloadTokenSeconds })
      const { file } = use
      // A condition that does not hold asks for the whole file (RFC 9110, 13.1.5).
      const part = requestedPart(ifRange === undefined || isSame(file) ? range : undefined, file.size)
      if (part === 'outside')
        throw new Problem('range', { size: file.size }, { headers: { 'content-range': `bytes */${file.size}` } })

      const bytes = await open(blobs, file, part)
      // The time to continue counts from the last byte, so that a break late in a long download can be mended.
      bytes.once('close', () => {
        markUsed(database, token, now()).catch((error: unknown) =>
          log.warn({ err: error }, 'a download token could not be renewed'),
        )
      })
      reply.code(part === 'whole' ? 200 : 206).headers(headersOf(file, part))
      // Reads as fast as the client takes, and stops when it goes away.
      reply.send(bytes)
    },
  }
}

function entityTag({ sha256 }: DownloadFile): string {
  return `"${sha256.toString('hex')}"`
}

function headersOf(file: DownloadFile, part: Part | 'whole'): Record<string, string | number> {
  return {
    'content-type': contentTypeOf(file.extension),
    'content-length': part === 'whole' ? file.size : part.last - part.first + 1,
    ...(part === 'whole' ? {} : { 'content-range': `bytes ${part.first}-${part.last}/${file.size}` }),
    'content-disposition': attachment(file.fileName),
    'accept-ranges': 'bytes',
    etag: entityTag(file),
    'x-content-type-options': 'nosniff',
    // Should a browser show it all the same: no scripts, no origin, nothing loaded.
    'content-security-policy': "sandbox; default-src 'none'",
  }
}

/** @throws Problem `file-gone` when the stored bytes are missing or not as many as they were */
async function open(blobs: BlobStore, file: DownloadFile, part: Part | 'whole'): Promise<Readable> {
  try {
    const facts = await blobs.stat(file.blobKey)
    if (facts?.size !== file.size) throw new Problem('file-gone')
    return await blobs.read(file.blobKey, part === 'whole' ? {} : { start: part.first, end: part.last + 1 })
  } catch (error) {
    if (error instanceof BlobMissing) throw new Problem('file-gone')
    if (error instanceof BlobStoreUnavailable) throw new Problem('unavailable')
    throw error
  }
}
