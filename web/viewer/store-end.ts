import type { Access, ArchiveResource } from './protocol.ts'

/** The last bytes of a signal store: mostly all of its index, and what shows its last signals as a whole. */
export interface StoreEnd {
  readonly access: Access
  /** Its place in the store. */
  readonly offset: number
  readonly bytes: ArrayBuffer
  /** Of the answer: later ones must be of the same bytes. */
  readonly tag: string | null
}

/** Files are read by pages of so many bytes. */
export const pageBytes = 64 * 1024
/** A quarter of a megabyte at least. */
const endPages = 4

/** Read by the page, while its worker is still starting; null where that does not succeed, so that the worker asks and tells why. */
export async function readStoreEnd(
  size: number,
  access: (resource: ArchiveResource) => Promise<Access>,
): Promise<StoreEnd | null> {
  const offset = Math.max(0, Math.floor(size / pageBytes) - endPages) * pageBytes
  try {
    const given = await access('signals')
    const answer = await fetch(given.address, {
      headers: { ...given.headers, range: `bytes=${offset}-${size - 1}` },
      cache: 'no-store',
    })
    if (answer.status !== 206) return null
    const bytes = await answer.arrayBuffer()
    return bytes.byteLength === size - offset ? { access: given, offset, bytes, tag: answer.headers.get('etag') } : null
  } catch {
    return null
  }
}
