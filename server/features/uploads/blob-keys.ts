import { createHash } from 'node:crypto'

/** All files of the archive begin so. */
export const filePrefix = 'files/'

/** Where the bytes of a resumable upload go. It follows from the upload's key alone, so that a repeated hand-over finds them. */
export function blobKeyOf(uploadKey: string): string {
  // upload keys tell upper from lower case, blob keys do not
  const name = createHash('sha256').update(uploadKey).digest('hex').slice(0, 40)
  return `${filePrefix}${name.slice(0, 2)}/${name}`
}
