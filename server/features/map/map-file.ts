import { open, stat } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestedPart } from '#server/features/downloads/byte-range.ts'
import { Problem, notFound } from '#server/http/problem.ts'

/** Largest answer, bytes: clients ask for directories and tiles, never for all of a file that may hold the world. */
const mostBytes = 16 * 2 ** 20

/**
 * Answers with a part of the operator's PMTiles file. The tag changes with the file, so that a client which has read the
 * directory of an older one notices.
 * @throws Problem `range` without a range, outside the file or too long; `not-found` when the file is not there
 */
export async function sendMapFile(path: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const facts = await stat(path).catch(() => null)
  if (facts === null || !facts.isFile()) throw notFound()
  const { size, mtimeMs } = facts
  const part = requestedPart(request.headers.range, size)
  if (part === 'whole' || part === 'outside' || part.last - part.first >= mostBytes)
    throw new Problem('range', { size }, { headers: { 'content-range': `bytes */${size}` } })
  const file = await open(path)
  const length = part.last - part.first + 1
  reply.code(206).headers({
    'content-type': 'application/octet-stream',
    'content-length': length,
    'content-range': `bytes ${part.first}-${part.last}/${size}`,
    'accept-ranges': 'bytes',
    etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
    'cache-control': 'private, no-cache',
  })
  reply.send(file.createReadStream({ start: part.first, end: part.last }))
}
