import type { PackageFile } from '#contract/ipa-scripts.ts'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { byPath } from './package/canonical-zip.ts'
import type { PackageMember } from './package/canonical-zip.ts'
import type { StoredPackage } from './versions.ts'

/** A file longer than this is not shown as text, bytes. */
const longestText = 1024 * 1024

/** The files of a package beside those of the one before it, sorted by path. By their hashes: checksums can be made to agree. */
export function compareFiles(members: readonly PackageMember[], before: readonly PackageMember[]): PackageFile[] {
  const were = new Map(before.map((member) => [member.path, member]))
  const are = new Set(members.map(({ path }) => path))
  const files = members.map(({ path, size, sha256 }): PackageFile => {
    const was = were.get(path)
    return { path, size, change: was === undefined ? 'added' : was.sha256 === sha256 ? 'same' : 'changed' }
  })
  const removed = before
    .filter(({ path }) => !are.has(path))
    .map(({ path, size }): PackageFile => ({ path, size, change: 'removed' }))
  return [...files, ...removed].toSorted(byPath)
}

/**
 * A file of a stored package as text; null when it is no text, too long or not there.
 * @throws what the store throws
 */
export async function readText(blobs: BlobStore, stored: StoredPackage | undefined, path: string): Promise<string | null> {
  const member = memberAt(stored, path)
  if (stored === undefined || member === undefined || member.size > longestText) return null
  const pieces: Uint8Array[] = []
  const range = { start: member.offset, end: member.offset + member.size }
  for await (const piece of await blobs.read(stored.blobKey, range)) {
    if (!(piece instanceof Uint8Array)) throw new TypeError(`The blob store gave text for ${stored.blobKey}`)
    pieces.push(piece)
  }
  return textOf(Buffer.concat(pieces))
}

export const memberAt = (stored: StoredPackage | undefined, path: string): PackageMember | undefined =>
  stored?.members.find((member) => member.path === path)

function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
