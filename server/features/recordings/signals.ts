import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import type { SentBlob } from '#server/http/send-blob.ts'
import { sendBlob } from '#server/http/send-blob.ts'

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The client named these very bytes: the answer to that address never changes. */
  readonly isNamed: boolean
}

/**
 * Answers with a signal store or a part of it. Its bytes never change: a recording that is decoded again gets another one.
 * @throws what `sendBlob` throws
 */
export async function sendSignals(blobs: BlobStore, store: SentBlob, { request, reply, isNamed }: Exchange): Promise<void> {
  // signals are the organization's: no cache that others use may keep them
  const headers = { 'cache-control': isNamed ? 'private, max-age=31536000, immutable' : 'private, no-cache' }
  await sendBlob(blobs, store, { request, reply, headers })
}
