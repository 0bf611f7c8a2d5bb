import { crc32 } from 'node:zlib'

export interface ZippedFile {
  readonly name: string
  readonly text: string
}

/** A zip of uncompressed files, under whatever names they are given. */
export function makeZip(files: readonly ZippedFile[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const file of files) {
    const [name, bytes] = [Buffer.from(file.name), Buffer.from(file.text)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, name)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, bytes])
    pieces.push(local)
    at += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, entries, end])
}
