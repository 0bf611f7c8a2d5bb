import type { ByteSource } from '../byte-source.ts'
import type { FrameStream } from '../frames.ts'
import type { BusKind } from '../frames.ts'
import type { RecordingHeader } from '../header.ts'

/** What a format can keep. The conformance cases are generated from it. */
export interface FormatAbilities {
  busKinds: readonly BusKind[]
  fd: boolean
  remoteFrames: boolean
  errorFrames: boolean
  /** Tells several buses of one kind apart. */
  channels: boolean
  /** Knows the date, not only times since its beginning. */
  absoluteTime: boolean
  signals: boolean
  attachments: boolean
}

/** One file format. `head` is the first 4 KiB of a file, or all of a shorter one. */
export interface Format {
  /** Stable id, also the usual extension: `vsb`, `mf4`. */
  id: string
  name: string
  abilities: FormatAbilities
  /** True when the content is of this format, whatever the file is called. */
  detect(head: Uint8Array): boolean
  /**
   * One pass over the file with bounded memory.
   * Throws ShortRead, DamagedBlock or UnsupportedFeature when not even the beginning can be read;
   * a failure further on is the header's `problem`.
   */
  readHeader(source: ByteSource): Promise<RecordingHeader>
  /** The frames in recording order (of one channel group after the other where a format sorts them so). */
  readFrames(source: ByteSource): Promise<FrameStream>
}

/** Length of the `head` that `detect` is given. */
export const headBytes = 4096
