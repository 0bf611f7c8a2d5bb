import { crc32, deflateRawSync } from 'node:zlib'

/** A member as a program, or an attacker, writes it. What is left out is as it should be. */
export interface MadeMember {
  readonly name: string
  readonly text?: string | Uint8Array
  /** Deflated unless told. */
  readonly stored?: boolean
  readonly flags?: number
  /** Unix mode; 0o100644 unless told, and 0o040755 for folders. */
  readonly mode?: number
  /** Sizes after the data: with their mark, or without. */
  readonly descriptor?: 'marked' | 'bare'
  readonly extra?: Buffer
  /** What the local header says instead. */
  readonly local?: { name?: string; flags?: number; method?: number; size?: number; crc?: number; extra?: Buffer }
  /** What the directory says instead. */
  readonly central?: { method?: number; size?: number; packedSize?: number; crc?: number; offset?: number }
  /** Bytes before the local header that belong to nothing. */
  readonly gap?: Buffer
  /** Bytes after the deflated data that its size counts. */
  readonly tail?: Buffer
}

interface Made {
  readonly prefix?: Buffer
  readonly suffix?: Buffer
  readonly comment?: Buffer
  readonly count?: number
}

/** A zip, written by hand so that anything in it can be wrong. */
export function makeZip(members: readonly MadeMember[], { prefix, suffix, comment, count }: Made = {}): Buffer {
  const pieces: Buffer[] = [prefix ?? Buffer.alloc(0)]
  const directory: Buffer[] = []
  let at = pieces[0]?.length ?? 0
  for (const member of members) {
    const { local, central } = piecesOf(member, at + (member.gap?.length ?? 0))
    pieces.push(local)
    directory.push(central)
    at += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count ?? members.length, 8)
  end.writeUInt16LE(count ?? members.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment?.length ?? 0, 20)
  return Buffer.concat([...pieces, entries, end, comment ?? Buffer.alloc(0), suffix ?? Buffer.alloc(0)])
}

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

function piecesOf(member: MadeMember, offset: number): { local: Buffer; central: Buffer } {
  const { name, stored = false, descriptor, extra = Buffer.alloc(0) } = member
  const isFolder = name.endsWith('/')
  const bytes = Buffer.from(member.text ?? '')
  const packed = Buffer.concat([stored || isFolder ? bytes : deflateRawSync(bytes), member.tail ?? Buffer.alloc(0)])
  const method = stored || isFolder ? 0 : 8
  const flags = member.flags ?? (isAscii(name) ? 0 : 0x800) | (descriptor === undefined ? 0 : 8)
  const crc = crc32(bytes)
  const localName = Buffer.from(member.local?.name ?? name)
  const localExtra = member.local?.extra ?? extra
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(member.local?.flags ?? flags, 6)
  local.writeUInt16LE(member.local?.method ?? method, 8)
  if (descriptor === undefined) {
    local.writeUInt32LE(member.local?.crc ?? crc, 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(member.local?.size ?? bytes.length, 22)
  }
  local.writeUInt16LE(localName.length, 26)
  local.writeUInt16LE(localExtra.length, 28)
  const after = Buffer.alloc(descriptor === undefined ? 0 : descriptor === 'marked' ? 16 : 12)
  if (descriptor !== undefined) {
    if (descriptor === 'marked') after.write('PK\x07\x08', 'latin1')
    after.writeUInt32LE(crc, after.length - 12)
    after.writeUInt32LE(packed.length, after.length - 8)
    after.writeUInt32LE(member.local?.size ?? bytes.length, after.length - 4)
  }
  const central = Buffer.alloc(46)
  central.write('PK\x01\x02', 'latin1')
  central.writeUInt16LE(0x0314, 4)
  central.writeUInt16LE(20, 6)
  central.writeUInt16LE(flags, 8)
  central.writeUInt16LE(member.central?.method ?? method, 10)
  central.writeUInt32LE(member.central?.crc ?? crc, 16)
  central.writeUInt32LE(member.central?.packedSize ?? packed.length, 20)
  central.writeUInt32LE(member.central?.size ?? bytes.length, 24)
  const centralName = Buffer.from(name)
  central.writeUInt16LE(centralName.length, 28)
  central.writeUInt16LE(extra.length, 30)
  central.writeUInt32LE(((member.mode ?? (isFolder ? 0o040755 : 0o100644)) << 16) >>> 0, 38)
  central.writeUInt32LE(member.central?.offset ?? offset, 42)
  return {
    local: Buffer.concat([member.gap ?? Buffer.alloc(0), local, localName, localExtra, packed, after]),
    central: Buffer.concat([central, centralName, extra]),
  }
}

/** An extra field: its id, and its bytes after the length. */
export function extraField(id: number, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}
