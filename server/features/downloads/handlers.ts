import { downloadTokenSeconds } from '#contract/downloads.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { attachment } from './attachment.ts'
import type { Part } from './byte-range.ts'
import { requestedPart } from './byte-range.ts'
import type { Downloadable, Downloadables } from './downloadable.ts'
import { sendPieces } from './send-pieces.ts'
import { createDownloadToken, markUsed, useDownloadToken } from './tokens.ts'

/** A token in use is marked so often, milliseconds: after a crash of the server too a long download can be continued. */
const markInterval = 60_000

type Operations = 'requestDownload' | 'retrieveDownload'

export function downloadHandlers({ database, log, now }: Platform, downloadables: Downloadables): HandlersOf<Operations> {
  const keepMarked = (token: string): { stop(): void } => {
    const mark = () =>
      void markUsed(database, token, now()).catch((error: unknown) =>
        log.warn({ err: error }, 'a download token could not be renewed'),
      )
    const timer = setInterval(mark, markInterval)
    return {
      stop() {
        clearInterval(timer)
        mark()
      },
    }
  }

  return {
    async requestDownload({ caller, query: { type, id, scriptId } }) {
      // the contract asks for the one that the type is named by
      const subject = { type, id: (type === 'vsdb' ? scriptId : id) ?? 0 }
      const file = await downloadables[type](database, caller, subject.id)
      if (file === undefined) throw notFound()
      return { token: await createDownloadToken(database, caller, subject, now()) }
    },

    async retrieveDownload({ query: { token, tag }, request, reply }) {
      const { range, 'if-range': ifRange } = request.headers
      const isSame = (file: Downloadable): boolean => (ifRange === undefined ? tag === file.tag : ifRange === entityTag(file))
      const continues = (file: Downloadable): boolean => isSame(file) && requestedPart(range, file.size) !== 'whole'
      const use = await useDownloadToken(database, { token, now: now() }, downloadables, continues)
      if (use.kind === 'gone') throw notFound()
      if (use.kind === 'refused') throw new Problem('download-token', { seconds: downloadTokenSeconds })
      const { file } = use
      // A condition that does not hold asks for the whole file (RFC 9110, 13.1.5).
      const part = requestedPart(ifRange === undefined || isSame(file) ? range : undefined, file.size)
      if (part === 'outside')
        throw new Problem('range', { size: file.size }, { headers: { 'content-range': `bytes */${file.size}` } })

      const pieces = await file.pieces(part)
      reply.code(part === 'whole' ? 200 : 206).headers(headersOf(file, part))
      reply.hijack()
      const { raw } = reply
      raw.writeHead(reply.statusCode, Object.fromEntries(Object.entries(reply.getHeaders()).filter(isGiven)))
      // The time to continue counts from the last byte, so that a break late in a long download can be mended.
      const marked = keepMarked(token)
      try {
        await sendPieces(raw, pieces)
      } catch (error) {
        // the client learns from the broken connection that this is not all of it
        raw.destroy()
        log.warn({ err: error }, 'a download broke off')
      } finally {
        marked.stop()
      }
    },
  }
}

const isGiven = <T>(header: [string, T | undefined]): header is [string, T] => header[1] !== undefined

function entityTag({ tag }: Downloadable): string {
  return `"${tag}"`
}

function headersOf(file: Downloadable, part: Part | 'whole'): Record<string, string | number> {
  return {
    'content-type': file.mediaType,
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
