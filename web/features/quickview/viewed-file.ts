/** A file of the archive, or one that an analysis made: they have numbers of their own. */
export interface FilePlace {
  readonly id: number
  /** The archive when left out. */
  readonly of?: 'archive' | 'result'
}

/** The file that a viewer shows. */
export interface ViewedFile extends FilePlace {
  readonly fileName: string
  /** Lower case, without the dot. */
  readonly extension: string
  /** Bytes. */
  readonly size: number
  /** Names the bytes. */
  readonly sha256: string
}

/** Names a file among all that are looked at. */
export const placeKey = ({ id, of = 'archive' }: FilePlace): string => `${of} ${id}`

/** What a download of it is called. */
export const downloadOf = ({ id, of = 'archive' }: FilePlace) =>
  ({ type: of === 'result' ? 'resultFile' : 'uploadFileVersion', id }) as const
