import { readExactly, type ByteSource } from '../../byte-source.ts'
import { addNanoseconds, type Instant } from '../../instant.ts'
import { DamagedBlock } from '../../recording-error.ts'
import { fileField, fileHeaderBytes, fileSignature } from './layout.ts'

export interface BlfFileHeader {
  version: string
  /**
   * The measurement's start, the zero of all times. The file keeps the logger's wall clock without a zone; it is taken
   * as UTC, as other tools do.
   */
  origin: Instant
  /** Where the first object begins. */
  objectsStart: number
  /** False when the sizes were never filled in: the logger was cut off. */
  finalized: boolean
}

const shortestHeader = 72

/** Reads the file header. Throws ShortRead or DamagedBlock. */
export async function readFileHeader(source: ByteSource): Promise<BlfFileHeader> {
  const bytes = await readExactly(source, 0, shortestHeader, 'The file header')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerSize = view.getUint32(fileField.headerSize, true)
  if (headerSize < shortestHeader || headerSize > 65_536)
    throw new DamagedBlock(`A file header of ${headerSize} bytes`, fileField.headerSize)
  const fileSize = view.getUint32(fileField.fileSize, true) + view.getUint32(fileField.fileSize + 4, true) * 0x1_0000_0000
  return {
    version: Array.from(bytes.subarray(fileField.apiVersion, fileField.apiVersion + 4)).join('.'),
    origin: { epochMs: systemTime(view, fileField.start), nanos: 0 },
    objectsStart: headerSize,
    // A writer begins with no size at all or with that of the header alone.
    finalized: fileSize > headerSize || source.size <= headerSize,
  }
}

/** Epoch milliseconds of a SYSTEMTIME; 0 where it names no day. */
function systemTime(view: DataView, at: number): number {
  const word = (i: number): number => view.getUint16(at + i * 2, true)
  if (word(0) < 1601 || word(1) < 1 || word(1) > 12 || word(3) < 1 || word(3) > 31) return 0
  return Date.UTC(word(0), word(1) - 1, word(3), word(4), word(5), word(6), word(7))
}

export interface BlfStatistics {
  origin: Instant
  /** Time of the last object, nanoseconds since the origin. */
  lastNs: number
  fileSize: number
  uncompressedSize: number
  objectCount: number
}

/** The 144 bytes of a file header. */
export function fileHeader(statistics: BlfStatistics): Uint8Array {
  const bytes = new Uint8Array(fileHeaderBytes)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < 4; i++) bytes[i] = fileSignature.charCodeAt(i)
  view.setUint32(fileField.headerSize, fileHeaderBytes, true)
  // The version of the objects that are written; python-can states the same.
  bytes.set([2, 6, 8, 1], fileField.apiVersion)
  view.setBigUint64(fileField.fileSize, BigInt(statistics.fileSize), true)
  view.setBigUint64(fileField.uncompressedSize, BigInt(statistics.uncompressedSize), true)
  view.setUint32(fileField.objectCount, statistics.objectCount % 0x1_0000_0000, true)
  putSystemTime(view, fileField.start, statistics.origin.epochMs)
  putSystemTime(view, fileField.end, addNanoseconds(statistics.origin, statistics.lastNs).epochMs)
  return bytes
}

function putSystemTime(view: DataView, at: number, epochMs: number): void {
  const date = new Date(epochMs)
  const words = [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDay(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    date.getUTCMilliseconds(),
  ]
  for (const [i, word] of words.entries()) view.setUint16(at + i * 2, word, true)
}
