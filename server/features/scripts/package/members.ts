import { crc32, inflateRawSync } from 'node:zlib'
import { mostCompression } from '#contract/ipa-scripts.ts'
import type { Directory, Entry } from './directory.ts'
import { checkExtra, flagBits } from './directory.ts'
import { PackageProblem, shown } from './package-problem.ts'

const localMark = 0x04034b50
const descriptorMark = 0x08074b50
const localSize = 30
/** A folder's data: nothing, or nothing deflated. */
const mostFolderBytes = 2

/** A member of a zip with its bytes. */
export interface Member {
  /** With a slash at the end for a folder. */
  readonly name: string
  readonly bytes: Buffer
}

/**
 * Unpacks all members, in the order of the directory. Together their places fill the zip from its first byte to its
 * directory: nothing overlaps and nothing is hidden between them.
 * @throws PackageProblem
 */
export function readMembers(zip: Buffer, { entries, start }: Directory): Member[] {
  const places = new Map(entries.map((entry) => [entry, placeOf(zip, entry, start)]))
  let at = 0
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    const place = places.get(entry)
    if (place === undefined || entry.offset !== at)
      throw new PackageProblem(
        `${shown(entry.name)} begins at byte ${entry.offset} of the zip where byte ${at} was expected: files overlap or leave gaps; zip the folder again`,
      )
    at = place.end
  }
  if (at !== start) throw new PackageProblem(`The zip has ${start - at} bytes that belong to no file; zip the folder again`)
  return entries.map((entry) => ({ name: entry.name, bytes: unpack(zip, entry, places.get(entry)?.dataAt ?? 0) }))
}

interface Place {
  readonly dataAt: number
  /** After the data and what follows it. */
  readonly end: number
}

/** Compares a member's own header with the directory. */
function placeOf(zip: Buffer, entry: Entry, limit: number): Place {
  const { offset, name, rawName, flags, method, packedSize } = entry
  const differs = (what: string) =>
    new PackageProblem(
      `The two headers of ${shown(name)} differ in its ${what}, so that programs would disagree about it; zip the folder again`,
    )
  const cut = () => new PackageProblem(`${shown(name)} is cut off; zip the folder again`)
  if (offset + localSize > limit || zip.readUInt32LE(offset) !== localMark) throw cut()
  const nameLength = zip.readUInt16LE(offset + 26)
  const extraAt = offset + localSize + nameLength
  const dataAt = extraAt + zip.readUInt16LE(offset + 28)
  const dataEnd = dataAt + packedSize
  if (dataEnd > limit) throw cut()
  if (!zip.subarray(offset + localSize, extraAt).equals(rawName)) throw differs('name')
  if (zip.readUInt16LE(offset + 6) !== flags) throw differs('flags')
  if (zip.readUInt16LE(offset + 8) !== method) throw differs('compression')
  checkExtra(zip.subarray(extraAt, dataAt), name)
  const isLater = (flags & flagBits.sizesAfter) !== 0
  const here = { crc: zip.readUInt32LE(offset + 14), packed: zip.readUInt32LE(offset + 18), size: zip.readUInt32LE(offset + 22) }
  const isNothing = here.crc === 0 && here.packed === 0 && here.size === 0
  if (!(isLater && isNothing)) compare(entry, here, differs)
  if (!isLater) return { dataAt, end: dataEnd }
  // 4.3.9: the sizes come after the data, with or without a mark before them
  const end = [16, 12].map((length) => dataEnd + length).find((at) => at <= limit && isDescriptor(zip, entry, dataEnd, at))
  if (end === undefined) throw differs('size')
  return { dataAt, end }
}

type Sizes = { readonly crc: number; readonly packed: number; readonly size: number }

function compare(entry: Entry, { crc, packed, size }: Sizes, differs: (what: string) => PackageProblem): void {
  if (crc !== entry.crc32) throw differs('checksum')
  if (packed !== entry.packedSize || size !== entry.size) throw differs('size')
}

function isDescriptor(zip: Buffer, entry: Entry, from: number, end: number): boolean {
  const at = end - 12
  if (at > from && zip.readUInt32LE(from) !== descriptorMark) return false
  return (
    zip.readUInt32LE(at) === entry.crc32 &&
    zip.readUInt32LE(at + 4) === entry.packedSize &&
    zip.readUInt32LE(at + 8) === entry.size
  )
}

function unpack(zip: Buffer, entry: Entry, dataAt: number): Buffer {
  const { name, method, packedSize, size } = entry
  if (name.endsWith('/') && (size > 0 || packedSize > mostFolderBytes))
    throw new PackageProblem(`The folder ${shown(name)} has bytes of its own; zip the folder again`)
  if (size > packedSize * mostCompression)
    throw new PackageProblem(
      `${shown(name)} is ${Math.floor(size / Math.max(1, packedSize))} times as large as what the zip holds of it; a file may be ${mostCompression} times as large: store it uncompressed, or make it smaller`,
    )
  const packed = zip.subarray(dataAt, dataAt + packedSize)
  const bytes = method === 0 ? packed : inflate(packed, entry)
  if (bytes.length !== size) throw damaged(name)
  if (crc32(bytes) !== entry.crc32) throw damaged(name)
  return bytes
}

function inflate(packed: Buffer, { name, size }: Entry): Buffer {
  try {
    // with `info` it tells how much it took: bytes after the end of the data would be hidden ones
    const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: size + 1, info: true }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    if (engine.bytesWritten === packed.length) return buffer
  } catch {
    // too long, cut off or no deflate: all the same to whoever made the zip
  }
  throw damaged(name)
}

const damaged = (name: string) => new PackageProblem(`${shown(name)} is damaged; zip the folder again`)
