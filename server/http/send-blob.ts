import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { BlobMissing, BlobStoreUnavailable } from '#server/blob-store/blob-store.ts'
import type { Part } from '#server/features/downloads/byte-range.ts'
import { requestedPart } from '#server/features/downloads/byte-range.ts'
import { Problem } from './problem.ts'

/** Stored bytes that never change. */
export interface SentBlob {
  readonly key: string
  /** Names these bytes, as an entity tag does. */
  readonly name: string
  readonly size: number
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Answers with a blob or a part of it (RFC 9110: Range, If-Range, If-None-Match).
 * @throws Problem `range`, `file-gone`, `unavailable`
 */
export async function sendBlob(blobs: BlobStore, blob: SentBlob, { request, reply, headers }: Exchange): Promise<void> {
  const tag = `"${blob.name}"`
  const { range, 'if-range': ifRange, 'if-none-match': known } = request.headers
  reply.headers({ etag: tag, 'accept-ranges': 'bytes', vary: 'authorization', ...headers })
  if (known !== undefined && namesTag(known, tag)) {
    reply.code(304).send()
    return
  }
  // A condition that does not hold asks for the whole of it (RFC 9110, 13.1.5).
  const part = requestedPart(ifRange === undefined || ifRange === tag ? range : undefined, blob.size)
  if (part === 'outside')
    throw new Problem('range', { size: blob.size }, { headers: { 'content-range': `bytes */${blob.size}` } })
  const bytes = await open(blobs, blob, part)
  reply.code(part === 'whole' ? 200 : 206).headers({
    'content-type': 'application/octet-stream',
    'content-length': part === 'whole' ? blob.size : part.last - part.first + 1,
    ...(part === 'whole' ? {} : { 'content-range': `bytes ${part.first}-${part.last}/${blob.size}` }),
  })
  reply.send(bytes)
}

/** If-None-Match compares weakly, and may name several tags (RFC 9110, 13.1.2). */
function namesTag(header: string, tag: string): boolean {
  return header
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one === tag || one === `W/${tag}`)
}

async function open(blobs: BlobStore, { key, size }: SentBlob, part: Part | 'whole'): Promise<Readable> {
  try {
    const facts = await blobs.stat(key)
    if (facts?.size !== size) throw new Problem('file-gone')
    return await blobs.read(key, part === 'whole' ? {} : { start: part.first, end: part.last + 1 })
  } catch (error) {
    if (error instanceof BlobMissing) throw new Problem('file-gone')
    if (error instanceof BlobStoreUnavailable) throw new Problem('unavailable')
    throw error
  }
}
