import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/*
 * The one form in which packages are kept, approved and run: files only, sorted by name, uncompressed (what deflate writes
 * depends on its version), one time, no extras. The same files always make the same bytes.
 */

export interface PackedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Where a file is in the canonical zip. */
export interface PackageMember {
  readonly path: string
  /** Of its bytes, from the zip's first byte. */
  readonly offset: number
  readonly size: number
  /** Hex. */
  readonly sha256: string
}

/** 1980-01-01 00:00, the first time that a zip knows. */
const firstDate = 0x0021
/** Version 2.0 of the format, made on Unix. */
const version = 20
const madeBy = 0x0300 | version
const fileMode = 0o100644
const utf8Flag = 0x800

/** By their bytes in UTF-8, as every language sorts them. */
export const byPath = (a: { path: string }, b: { path: string }): number =>
  Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))

export function writeCanonicalZip(files: readonly PackedFile[]): { zip: Buffer; sha256: Buffer; members: PackageMember[] } {
  const pieces: Uint8Array[] = []
  const directory: Buffer[] = []
  const members: PackageMember[] = []
  let at = 0
  for (const { path, bytes } of files.toSorted(byPath)) {
    const name = Buffer.from(path)
    const facts = factsOf(name, bytes)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    facts.copy(local, 4)
    directory.push(entryOf(facts, at), name)
    const offset = at + local.length + name.length
    members.push({ path, offset, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    pieces.push(local, name, bytes)
    at = offset + bytes.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(at, 16)
  const zip = Buffer.concat([...pieces, entries, end])
  return { zip, sha256: createHash('sha256').update(zip).digest(), members }
}

/** What a member's two headers have in common. */
function factsOf(name: Buffer, bytes: Uint8Array): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(version, 0)
  facts.writeUInt16LE(name.some((byte) => byte > 0x7f) ? utf8Flag : 0, 2)
  facts.writeUInt16LE(firstDate, 8)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(bytes.length, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}

function entryOf(facts: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(madeBy, 4)
  facts.copy(entry, 6)
  entry.writeUInt32LE((fileMode << 16) >>> 0, 38)
  entry.writeUInt32LE(offset, 42)
  return entry
}
