/** What went wrong in a recording, as data: it is stored with the file version and shown to people. */
export interface RecordingProblem {
  kind: 'short-read' | 'damaged-block' | 'unsupported-feature'
  /** Byte offset in the file where reading stopped. */
  offset: number
  /** One sentence that names the problem and what can be done. */
  message: string
}

/** Base of the three ways a recording can fail; never thrown itself. */
export abstract class RecordingError extends Error {
  abstract readonly kind: RecordingProblem['kind']
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }

  toProblem(): RecordingProblem {
    return { kind: this.kind, offset: this.offset, message: this.message }
  }
}

/** The file ends before the thing it promises: an interrupted copy, or a logger that lost power. */
export class ShortRead extends RecordingError {
  override readonly name = 'ShortRead'
  readonly kind = 'short-read'

  constructor(what: string, offset: number, wanted: number, found: number) {
    super(
      `${what} at byte ${offset} needs ${wanted} bytes but the file has ${found} there; copy or upload the file again.`,
      offset,
    )
  }
}

/** The bytes are there and contradict the format. */
export class DamagedBlock extends RecordingError {
  override readonly name = 'DamagedBlock'
  readonly kind = 'damaged-block'

  constructor(what: string, offset: number) {
    super(`${what} at byte ${offset}; the file is damaged there.`, offset)
  }
}

/** The file is well formed and uses something that this reader does not know. */
export class UnsupportedFeature extends RecordingError {
  override readonly name = 'UnsupportedFeature'
  readonly kind = 'unsupported-feature'

  constructor(what: string, offset: number) {
    super(`${what} at byte ${offset} is not supported; convert the file with the tool that wrote it.`, offset)
  }
}
