/** The file version that a viewer shows. */
export interface ViewedFile {
  readonly id: number
  readonly fileName: string
  /** Lower case, without the dot. */
  readonly extension: string
  /** Bytes. */
  readonly size: number
  /** Names the bytes. */
  readonly sha256: string
}
