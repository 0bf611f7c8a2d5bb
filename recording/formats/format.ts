import type { ByteSink } from '../byte-sink.ts'
import type { ByteSource } from '../byte-source.ts'
import type { BusKind, Bus, FrameBlock, FrameStream } from '../frames.ts'
import type { RecordingHeader } from '../header.ts'
import type { Instant } from '../instant.ts'
import type { SignalStream } from '../signals.ts'

/** What a reader or a writer of a format can keep. The conformance cases are generated from it. */
export interface FormatAbilities {
  busKinds: readonly BusKind[]
  fd: boolean
  remoteFrames: boolean
  errorFrames: boolean
  /** Tells several buses of one kind apart. */
  channels: boolean
  /** Knows the date, not only times since its beginning. */
  absoluteTime: boolean
  /** The step of its times, nanoseconds: 1000 for a format of microseconds. */
  timeStepNs: number
  signals: boolean
  attachments: boolean
}

/** A file inside a recording. */
export interface Attachment {
  fileName: string
  mimeType: string
  comment: string
  /** Length in bytes, unpacked. */
  size: number
  /** Throws as `Format.readHeader` does; DamagedBlock too when the file states a checksum that is another. */
  read(): Promise<Uint8Array>
}

/** A mark in a recording: a trigger, a comment, the start or the end of a range. */
export interface RecordingEvent {
  /** Nanoseconds since the recording's origin. */
  timeNs: number
  kind: 'recording' | 'interruption' | 'acquisition' | 'trigger' | 'marker'
  name: string
  comment: string
}

export interface FrameOrder {
  /**
   * `file`: as the file holds them, the cheapest. `time`: rising times even where a format keeps one channel group after
   * the other; memory stays bounded by the groups' blocks in hand.
   */
  order: 'file' | 'time'
  /**
   * True when each block is used up before the next one is asked for: the reader may then fill the same memory again,
   * which saves a third of the time of a fast reader. Readers may ignore it.
   */
  reuse?: boolean
}

/** Writes frames. Order: `begin`, `write` any number of times with rising times, `finish`. */
export interface FrameWriter {
  /** `buses` may grow while frames are written, as it does in the stream that they come from. */
  begin(origin: Instant, buses: readonly Bus[]): Promise<void>
  write(block: FrameBlock): Promise<void>
  /**
   * Gives how many frames the format could not keep, by reason in a few words ("LIN frames"). Nothing is dropped in silence.
   * A reason that ends with `dataKept` is of frames that are in the file, with less said of them.
   */
  finish(): Promise<ReadonlyMap<string, number>>
}

/** End of a reason of `FrameWriter.finish`. */
export const dataKept = '(their data are kept)'

/** Writes decoded signals. Order: `write` once with the whole stream. */
export interface SignalWriter {
  /** Gives how many signals or samples could not be kept, by reason. */
  write(stream: SignalStream): Promise<ReadonlyMap<string, number>>
}

/** One file format. `head` is the first 4 KiB of a file, or all of a shorter one. */
export interface Format {
  /** Stable id, also the usual extension: `vsb`, `mf4`. */
  id: string
  name: string
  /** Other usual extensions, without the dot. */
  extensions: readonly string[]
  abilities: FormatAbilities
  /** True when the content is of this format, whatever the file is called. */
  detect(head: Uint8Array): boolean
  /**
   * One pass over the file with bounded memory.
   * Throws ShortRead, DamagedBlock or UnsupportedFeature when not even the beginning can be read;
   * a failure further on is the header's `problem`.
   */
  readHeader(source: ByteSource): Promise<RecordingHeader>
  /** The frames of the recording, in the file's order unless told otherwise. */
  readFrames(source: ByteSource, order?: FrameOrder): Promise<FrameStream>
  /** The signals that the file holds decoded; only formats with the ability have it. */
  readSignals?(source: ByteSource): Promise<SignalStream>
  readAttachments?(source: ByteSource): Promise<readonly Attachment[]>
  readEvents?(source: ByteSource): Promise<readonly RecordingEvent[]>
}

/** A format that frames can be written in. */
export interface FrameFormat {
  id: string
  name: string
  abilities: FormatAbilities
  open(sink: ByteSink): FrameWriter
}

/** A format that decoded signals can be written in. */
export interface SignalFormat {
  id: string
  name: string
  open(sink: ByteSink): SignalWriter
}

/** Length of the `head` that `detect` is given. */
export const headBytes = 4096
