import { inflateRawSync } from 'node:zlib'

/** The text of every file of a zip, by name. Enough for what spreadsheet writers make: no encryption, no zip64. */
export function zipEntries(zip: Buffer): Map<string, string> {
  const texts = new Map<string, string>()
  // The directory's place stands 16 bytes into the record that ends the file.
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let at = zip.readUInt32LE(end + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameSize, extraSize, commentSize, local] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(begin, begin + size)
    texts.set(
      zip.toString('utf8', at + 46, at + 46 + nameSize),
      (method === 8 ? inflateRawSync(packed) : packed).toString('utf8'),
    )
    at += 46 + nameSize + extraSize + commentSize
  }
  return texts
}
