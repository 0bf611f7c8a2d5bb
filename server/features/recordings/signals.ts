import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { BlobMissing, BlobStoreUnavailable } from '#server/blob-store/blob-store.ts'
import type { Part } from '#server/features/downloads/byte-range.ts'
import { requestedPart } from '#server/features/downloads/byte-range.ts'
import { Problem } from '#server/http/problem.ts'

/** A signal store: its bytes never change, a recording that is decoded again gets another one. */
export interface StoredSignals {
  readonly key: string
  /** By which clients ask for these very bytes. */
  readonly name: string
  readonly size: number
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The client named these very bytes: the answer to that address never changes. */
  readonly isNamed: boolean
}

/**
 * Answers with the store or a part of it (RFC 9110: Range, If-Range, If-None-Match).
 * @throws Problem `range`, `file-gone`, `unavailable`
 */
export async function sendSignals(blobs: BlobStore, store: StoredSignals, { request, reply, isNamed }: Exchange): Promise<void> {
  const tag = `"${store.name}"`
  const { range, 'if-range': ifRange, 'if-none-match': known } = request.headers
  reply.headers({
    etag: tag,
    'accept-ranges': 'bytes',
    // signals are the organization's: no cache that others use may keep them
    'cache-control': isNamed ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    vary: 'authorization',
  })
  if (known !== undefined && namesTag(known, tag)) {
    reply.code(304).send()
    return
  }
  // A condition that does not hold asks for the whole of it (RFC 9110, 13.1.5).
  const part = requestedPart(ifRange === undefined || ifRange === tag ? range : undefined, store.size)
  if (part === 'outside')
    throw new Problem('range', { size: store.size }, { headers: { 'content-range': `bytes */${store.size}` } })
  const bytes = await open(blobs, store, part)
  reply.code(part === 'whole' ? 200 : 206).headers({
    'content-type': 'application/octet-stream',
    'content-length': part === 'whole' ? store.size : part.last - part.first + 1,
    ...(part === 'whole' ? {} : { 'content-range': `bytes ${part.first}-${part.last}/${store.size}` }),
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

async function open(blobs: BlobStore, { key, size }: StoredSignals, part: Part | 'whole'): Promise<Readable> {
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
