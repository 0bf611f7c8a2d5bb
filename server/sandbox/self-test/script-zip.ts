import { crc32 } from 'node:zlib'

/** A script's package with nothing but its `__main__.py`, stored (PKWARE APPNOTE 4.3: local header, bytes, directory, end). */
export function scriptZip(source: string): Buffer {
  const name = Buffer.from('__main__.py')
  const bytes = Buffer.from(source)
  // version 2.0, names in UTF-8, stored, 1980-01-01
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(0x0800, 2)
  common.writeUInt16LE(0x21, 8)
  common.writeUInt32LE(crc32(bytes), 10)
  common.writeUInt32LE(bytes.length, 14)
  common.writeUInt32LE(bytes.length, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([signature(0x04034b50), common, name, bytes])
  const entry = Buffer.concat([signature(0x02014b50), Buffer.from([20, 3]), common, Buffer.alloc(14), name])
  entry.writeUInt32LE((0o100644 << 16) >>> 0, 38)
  const end = Buffer.alloc(22)
  signature(0x06054b50).copy(end)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
