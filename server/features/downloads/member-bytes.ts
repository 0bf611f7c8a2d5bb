import type { BlobStore, OpenBlob } from '#server/blob-store/blob-store.ts'
import { BlobMissing, BlobStoreUnavailable } from '#server/blob-store/blob-store.ts'
import { Problem } from '#server/http/problem.ts'
import { openStream } from './open-stream.ts'
import type { StoredMember } from './zip-members.ts'
import type { MemberBytes } from './zip/members.ts'

/** The bytes of members in the blob store, exactly as many as there should be. */
export function memberBytes(blobs: BlobStore): MemberBytes<StoredMember> {
  /** The one of which not all was asked for at once. */
  let opened: { readonly member: StoredMember; readonly blob: Promise<OpenBlob>; last: Promise<unknown> } | undefined

  const closeOpened = async (): Promise<void> => {
    const { blob, last } = opened ?? {}
    opened = undefined
    await last?.catch(() => undefined)
    await (await blob?.catch(() => undefined))?.close()
  }

  /** One part after the other: a store that is elsewhere gives them in one answer. */
  const readPart = async (member: StoredMember, at: number, into: Uint8Array): Promise<number> => {
    if (opened?.member !== member) {
      const before = closeOpened()
      opened = { member, blob: blobs.open?.(member.blobKey) ?? openStream(blobs, member.blobKey, at), last: before }
    }
    const { blob, last } = opened
    const size = last.then(async () => await (await blob).read(into, at))
    opened.last = size
    if (at + into.length === member.size) void closeOpened()
    return await size
  }

  const readWhole = async ({ blobKey }: StoredMember, into: Uint8Array): Promise<number> => {
    if (blobs.readInto !== undefined) return await blobs.readInto(blobKey, into)
    const blob = await openStream(blobs, blobKey, 0)
    try {
      return await blob.read(into, 0)
    } finally {
      await blob.close()
    }
  }

  return {
    async read(member, at, into) {
      try {
        const size = into.length === member.size ? await readWhole(member, into) : await readPart(member, at, into)
        if (size < into.length) throw new Problem('stored-bytes-missing', { name: member.path })
      } catch (error) {
        throw problemOf(error, member)
      }
    },
    close: closeOpened,
  }
}

function problemOf(error: unknown, { path }: StoredMember): unknown {
  if (error instanceof BlobMissing) return new Problem('stored-bytes-missing', { name: path })
  if (error instanceof BlobStoreUnavailable) return new Problem('unavailable')
  return error
}
