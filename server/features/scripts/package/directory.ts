import { mostPackageFiles } from '#contract/ipa-scripts.ts'
import { PackageProblem, shown } from './package-problem.ts'

/*
 * The directory at the end of a zip (APPNOTE.TXT 4.3.12 to 4.3.16). Programs disagree about zips that are not exactly as they
 * should be, and would show a reviewer other files than those that run: here there is one way to read them, or none.
 */

/** A member as the directory tells it. */
export interface Entry {
  /** With a slash at the end for a folder. */
  readonly name: string
  readonly rawName: Buffer
  readonly flags: number
  readonly method: number
  readonly crc32: number
  readonly packedSize: number
  readonly size: number
  /** Of its local header, from the zip's first byte. */
  readonly offset: number
}

export interface Directory {
  readonly entries: readonly Entry[]
  /** Where the directory begins, which is where the members end. */
  readonly start: number
}

const endMark = Buffer.from('PK\x05\x06')
const end64Mark = Buffer.from('PK\x06\x07')
const entryMark = 0x02014b50
const endSize = 22
const entrySize = 46
const longestComment = 0xffff

/** Bits of the general flag that change nothing in how a member is read here: compression level, sizes after the data, UTF-8. */
export const flagBits = { encrypted: 1, level: 6, sizesAfter: 8, utf8: 0x800 } as const
const knownFlags = flagBits.level | flagBits.sizesAfter | flagBits.utf8

/** @throws PackageProblem */
export function readDirectory(zip: Buffer): Directory {
  const end = findEnd(zip)
  const [disk, directoryDisk, here, count] = [4, 6, 8, 10].map((at) => zip.readUInt16LE(end + at))
  const [size = 0, start = 0] = [12, 16].map((at) => zip.readUInt32LE(end + at))
  if (
    (end >= 20 && zip.subarray(end - 20, end - 16).equals(end64Mark)) ||
    count === 0xffff ||
    size === 0xffffffff ||
    start === 0xffffffff
  )
    throw zip64()
  if (disk !== 0 || directoryDisk !== 0 || here !== count)
    throw new PackageProblem('The zip is split into several files; zip it as one')
  if (start + size !== end)
    throw new PackageProblem('The zip has bytes before its first file or after its last one; zip the folder again')
  if (count === 0 || count === undefined) throw new PackageProblem('The zip is empty')
  if (count > mostPackageFiles)
    throw new PackageProblem(`The zip has ${count} files and folders; a script may have ${mostPackageFiles}`)
  const entries: Entry[] = []
  let at = start
  for (let index = 0; index < count; index++) {
    const { entry, next } = readEntry(zip, at, end)
    entries.push(entry)
    at = next
  }
  if (at !== end) throw new PackageProblem('The directory of the zip is longer than its files; zip the folder again')
  return { entries, start }
}

function findEnd(zip: Buffer): number {
  const found: number[] = []
  for (let at = zip.length - endSize; at >= Math.max(0, zip.length - endSize - longestComment); at--) {
    if (zip.readUInt32LE(at) === endMark.readUInt32LE(0) && at + endSize + zip.readUInt16LE(at + 20) === zip.length)
      found.push(at)
  }
  const [end] = found
  if (end === undefined)
    throw new PackageProblem('The file is no zip archive, is cut off, or has bytes after its end; zip the folder again')
  if (found.length > 1 || zip.indexOf(endMark, end + endSize) !== -1)
    throw new PackageProblem('The zip has a second end in its comment; zip the folder again, without a comment')
  return end
}

function readEntry(zip: Buffer, at: number, end: number): { entry: Entry; next: number } {
  const broken = () => new PackageProblem('The directory of the zip is damaged; zip the folder again')
  if (at + entrySize > end || zip.readUInt32LE(at) !== entryMark) throw broken()
  const [flags = 0, method = 0] = [8, 10].map((field) => zip.readUInt16LE(at + field))
  const [crc32 = 0, packedSize = 0, size = 0] = [16, 20, 24].map((field) => zip.readUInt32LE(at + field))
  const [nameLength = 0, extraLength = 0, commentLength = 0, disk = 0] = [28, 30, 32, 34].map((field) =>
    zip.readUInt16LE(at + field),
  )
  const [attributes = 0, offset = 0] = [38, 42].map((field) => zip.readUInt32LE(at + field))
  const extraAt = at + entrySize + nameLength
  const next = extraAt + extraLength + commentLength
  if (next > end) throw broken()
  const rawName = zip.subarray(at + entrySize, extraAt)
  const name = decodeName(rawName, flags)
  if ((flags & ~knownFlags) !== 0)
    throw new PackageProblem(
      (flags & flagBits.encrypted) === 0
        ? `${shown(name)} uses a part of the zip format that scripts do not need; zip the folder again`
        : `${shown(name)} is encrypted; zip the folder without a password`,
    )
  if (method !== 0 && method !== 8)
    throw new PackageProblem(`${shown(name)} is compressed by method ${method}; zip the folder with the usual one, deflate`)
  if (disk === 0xffff || [packedSize, size, offset].includes(0xffffffff)) throw zip64()
  if (disk !== 0) throw new PackageProblem('The zip is split into several files; zip it as one')
  checkExtra(zip.subarray(extraAt, extraAt + extraLength), name)
  checkKind(attributes, name)
  return { entry: { name, rawName, flags, method, crc32, packedSize, size, offset }, next }
}

/** @throws PackageProblem for a name in letters that another system may read otherwise */
function decodeName(raw: Buffer, flags: number): string {
  if (raw.length === 0) throw new PackageProblem('The zip has a file without a name; zip the folder again')
  if ((flags & flagBits.utf8) === 0) {
    const name = raw.toString('latin1')
    if (raw.some((byte) => byte > 0x7f))
      throw new PackageProblem(
        `The name ${shown(name)} has letters in an unknown encoding; use plain letters, or a zip program that writes UTF-8`,
      )
    return name
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
  } catch {
    throw new PackageProblem(`The name ${shown(raw.toString('latin1'))} is no UTF-8; rename it`)
  }
}

const extraIds = { zip64: 0x0001, unicodePath: 0x7075 } as const

/**
 * Extra fields are dropped, but none may give the member another size or name.
 * @throws PackageProblem
 */
export function checkExtra(extra: Buffer, name: string): void {
  let at = 0
  while (at < extra.length) {
    const length = at + 4 <= extra.length ? extra.readUInt16LE(at + 2) : 0
    if (at + 4 + length > extra.length) throw new PackageProblem(`${shown(name)} has a damaged header; zip the folder again`)
    const id = extra.readUInt16LE(at)
    if (id === extraIds.zip64) throw zip64()
    // one byte of version and four of a checksum, then the name
    if (id === extraIds.unicodePath && extra.toString('utf8', at + 9, at + 4 + length) !== name)
      throw new PackageProblem(`${shown(name)} has a second, different name; zip the folder again`)
    at += 4 + length
  }
}

/** Kinds of a Unix mode, and the folder bit of DOS. */
const modeKinds = { mask: 0o170000, file: 0o100000, folder: 0o040000 } as const
const dosFolder = 0x10

function checkKind(attributes: number, name: string): void {
  const kind = (attributes >>> 16) & modeKinds.mask
  const isFolder = name.endsWith('/')
  const saysFolder = kind === modeKinds.folder || (kind === 0 && (attributes & dosFolder) !== 0)
  if (kind !== 0 && kind !== modeKinds.file && kind !== modeKinds.folder)
    throw new PackageProblem(`${shown(name)} is a link or a device; put the file itself into the zip`)
  if (saysFolder !== isFolder && (saysFolder || kind === modeKinds.file))
    throw new PackageProblem(`${shown(name)} is said to be both a file and a folder; zip the folder again`)
}

const zip64 = () =>
  new PackageProblem('The zip is written as ZIP64, which no script is large enough for; zip the folder without it')
