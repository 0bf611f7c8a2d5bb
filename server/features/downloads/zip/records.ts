/** One file as the records of a zip tell of it. */
export interface ZipEntry {
  /** With `/` between folders. */
  readonly path: string
  readonly size: number
  readonly crc32: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/*
 * APPNOTE.TXT 6.3.10. Every entry is stored as it is (method 0), its size and CRC stand before its bytes, and its name is
 * UTF-8 (flag 11): so each record's length follows from the entry alone. Zip64 fields only where a number does not fit.
 */
const most16 = 0xffff
const most32 = 0xffffffff
const utf8Names = 0x0800
const classicVersion = 20
const zip64Version = 45
/** Unix, so that the attributes below are read: a plain file that everybody may read. */
const madeBy = (3 << 8) | zip64Version
const attributes = 0o100644 * 0x10000

const timestampSize = 9
const hasTimestamp = ({ modified }: ZipEntry): boolean => modified >= 0 && modified / 1000 <= 0x7fffffff

export const localHeaderSize = (entry: ZipEntry): number =>
  30 + Buffer.byteLength(entry.path) + (entry.size >= most32 ? 20 : 0) + (hasTimestamp(entry) ? timestampSize : 0)

export function localHeader(entry: ZipEntry, offsetMinutes: number): Buffer {
  const { size } = entry
  const extra = Buffer.concat([zip64Field(size >= most32 ? [size, size] : []), timestamp(entry)])
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  writeShared(header, 4, entry, offsetMinutes)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, Buffer.from(entry.path), extra])
}

export function directoryRecordSize(entry: ZipEntry, at: number): number {
  const wide = wideFields(entry, at).length
  return 46 + Buffer.byteLength(entry.path) + (wide === 0 ? 0 : 4 + 8 * wide) + (hasTimestamp(entry) ? timestampSize : 0)
}

/** @param at where the entry's local header begins in the zip */
export function directoryRecord(entry: ZipEntry, at: number, offsetMinutes: number): Buffer {
  const wide = wideFields(entry, at)
  const extra = Buffer.concat([zip64Field(wide), timestamp(entry)])
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(madeBy, 4)
  writeShared(record, 6, entry, offsetMinutes)
  // readers of 32 bits must know that the place is in the zip64 field too
  record.writeUInt16LE(wide.length > 0 ? zip64Version : classicVersion, 6)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(attributes, 38)
  record.writeUInt32LE(Math.min(at, most32), 42)
  return Buffer.concat([record, Buffer.from(entry.path), extra])
}

export interface Directory {
  readonly entries: number
  /** Where it begins in the zip. */
  readonly at: number
  readonly size: number
}

const needsZip64 = ({ entries, at, size }: Directory): boolean => entries >= most16 || at >= most32 || size >= most32

export const endSize = (directory: Directory): number => (needsZip64(directory) ? 56 + 20 : 0) + 22

/** What stands behind the directory and says where it is. */
export function endRecords(directory: Directory): Buffer {
  const { entries, at, size } = directory
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries, most16), 8)
  end.writeUInt16LE(Math.min(entries, most16), 10)
  end.writeUInt32LE(Math.min(size, most32), 12)
  end.writeUInt32LE(Math.min(at, most32), 16)
  if (!needsZip64(directory)) return end

  const wide = Buffer.alloc(56 + 20)
  wide.writeUInt32LE(0x06064b50, 0)
  // the length of the rest of this record
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(madeBy, 12)
  wide.writeUInt16LE(zip64Version, 14)
  wide.writeBigUInt64LE(BigInt(entries), 24)
  wide.writeBigUInt64LE(BigInt(entries), 32)
  wide.writeBigUInt64LE(BigInt(size), 40)
  wide.writeBigUInt64LE(BigInt(at), 48)
  wide.writeUInt32LE(0x07064b50, 56)
  wide.writeBigUInt64LE(BigInt(at + size), 64)
  // one disk
  wide.writeUInt32LE(1, 72)
  return Buffer.concat([wide, end])
}

/** The fields that local header and directory record have in common: from the version to the length of the name. */
function writeShared(record: Buffer, from: number, { path, size, crc32, modified }: ZipEntry, offsetMinutes: number): void {
  record.writeUInt16LE(size >= most32 ? zip64Version : classicVersion, from)
  record.writeUInt16LE(utf8Names, from + 2)
  record.writeUInt32LE(dosTime(modified, offsetMinutes), from + 6)
  record.writeUInt32LE(crc32, from + 10)
  record.writeUInt32LE(Math.min(size, most32), from + 14)
  record.writeUInt32LE(Math.min(size, most32), from + 18)
  record.writeUInt16LE(Buffer.byteLength(path), from + 22)
}

/** The numbers that the directory record cannot hold, in the order of its zip64 field. */
function wideFields({ size }: ZipEntry, at: number): number[] {
  return [...(size >= most32 ? [size, size] : []), ...(at >= most32 ? [at] : [])]
}

function zip64Field(numbers: readonly number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + 8 * numbers.length)
  field.writeUInt16LE(0x0001, 0)
  field.writeUInt16LE(8 * numbers.length, 2)
  numbers.forEach((number, index) => field.writeBigUInt64LE(BigInt(number), 4 + 8 * index))
  return field
}

/** The time in UTC, to the second; none before 1970 and after 2038. */
function timestamp(entry: ZipEntry): Buffer {
  if (!hasTimestamp(entry)) return Buffer.alloc(0)
  const field = Buffer.alloc(timestampSize)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  // only the time of the last change is given
  field.writeUInt8(1, 4)
  field.writeInt32LE(Math.floor(entry.modified / 1000), 5)
  return field
}

/** Local time as MS-DOS kept it: two seconds fine, from 1980 to 2107. */
function dosTime(modified: number, offsetMinutes: number): number {
  const local = new Date(modified + offsetMinutes * 60_000)
  const year = local.getUTCFullYear()
  if (!(year >= 1980)) return 0x00210000
  if (year > 2107) return 0xff9fbf7d
  const date = ((year - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate()
  const time = (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1)
  return date * 0x10000 + time
}
