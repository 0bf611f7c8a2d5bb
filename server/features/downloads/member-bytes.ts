import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { BlobMissing, BlobStoreUnavailable } from '#server/blob-store/blob-store.ts'
import { Problem } from '#server/http/problem.ts'
import type { StoredMember } from './zip-members.ts'
import type { MemberBytes } from './zip/members.ts'
import { piecesKept } from './zip/members.ts'

const pieceSize = 512 * 1024

/**
 * The bytes of members in the blob store, exactly as many as there should be. Large ones come in the same few buffers
 * again and again: to give each piece new memory costs as much as to send it.
 */
export function memberBytes(blobs: BlobStore): MemberBytes<StoredMember> {
  const buffers: Buffer[] = []
  let used = 0
  /** One that was given out last before all those that may still be looked at. */
  const nextBuffer = (): Buffer => {
    const index = used++ % (piecesKept + 1)
    return (buffers[index] ??= Buffer.allocUnsafeSlow(pieceSize))
  }

  async function* opened(member: StoredMember, start: number, end: number): AsyncGenerator<Uint8Array> {
    const blob = await blobs.open?.(member.blobKey)
    if (blob === undefined) return yield* streamed(member, start, end)
    try {
      for (let at = start; at < end;) {
        const piece = nextBuffer().subarray(0, Math.min(pieceSize, end - at))
        const read = await blob.read(piece, at)
        if (read < piece.length) throw new Problem('stored-bytes-missing', { name: member.path })
        yield piece
        at += read
      }
    } finally {
      await blob.close()
    }
  }

  async function* streamed({ blobKey, path }: StoredMember, start: number, end: number): AsyncGenerator<Uint8Array> {
    let size = 0
    for await (const chunk of await blobs.read(blobKey, { start, end })) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError(`The blob store gave text for ${blobKey}`)
      size += chunk.length
      yield chunk
    }
    if (size !== end - start) throw new Problem('stored-bytes-missing', { name: path })
  }

  return {
    async *part(member, start, end) {
      try {
        yield* opened(member, start, end)
      } catch (error) {
        throw problemOf(error, member)
      }
    },

    async whole(member) {
      try {
        const blob = await blobs.open?.(member.blobKey)
        if (blob === undefined) return await gathered(streamed(member, 0, member.size))
        try {
          const bytes = Buffer.allocUnsafe(member.size)
          if ((await blob.read(bytes, 0)) < member.size) throw new Problem('stored-bytes-missing', { name: member.path })
          return bytes
        } finally {
          await blob.close()
        }
      } catch (error) {
        throw problemOf(error, member)
      }
    },
  }
}

async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

function problemOf(error: unknown, { path }: StoredMember): unknown {
  if (error instanceof BlobMissing) return new Problem('stored-bytes-missing', { name: path })
  if (error instanceof BlobStoreUnavailable) return new Problem('unavailable')
  return error
}
