import { compressingStatus } from '#contract/user-downloads.ts'

export interface Progress {
  readonly percent: number
  readonly done: number
  readonly total: number
}

/** A status of this kind: the files are still being put together. Any other name means complete. */
export const isCompressing = (status: string): boolean => status.startsWith('Compressing')

/** How far a download is; null when its status does not say. */
export function progressOf(status: string): Progress | null {
  const match = compressingStatus.exec(status)
  if (match === null) return null
  const [percent = 0, done = 0, total = 0] = match.slice(1).map(Number)
  return { percent, done, total }
}
