import { crc32, deflateSync } from 'node:zlib'

const size = 256

/** A PNG of 256 by 256 pixels of one colour. */
export function picture(rgb: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.from([0, ...Array.from({ length: size }, () => rgb).flat()])
  const rows = Buffer.concat(Array.from({ length: size }, () => row))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** The layout of a PMTiles file, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
const headerBytes = 127
const uncompressed = 1
const png = 2

/** A PMTiles file of one tile, the whole world of zoom 0. */
export function onePictureWorld(tile: Buffer): Buffer {
  // one entry: tile 0, for one tile, its length, its offset + 1
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1])
  const metadata = Buffer.from('{}')
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles', 'latin1')
  header.writeUInt8(3, 7)
  const [metadataAt, tilesAt] = [headerBytes + directory.length, headerBytes + directory.length + metadata.length]
  const places = [headerBytes, directory.length, metadataAt, metadata.length, tilesAt, 0, tilesAt, tile.length, 1, 1, 1]
  places.forEach((value, index) => header.writeBigUInt64LE(BigInt(value), 8 + 8 * index))
  // clustered, compression of directories and of tiles, kind of tiles, smallest and largest zoom
  header.set([1, uncompressed, uncompressed, png, 0, 0], 96)
  const corners = [-180, -85, 180, 85]
  corners.forEach((degrees, index) => header.writeInt32LE(degrees * 1e7, 102 + 4 * index))
  return Buffer.concat([header, directory, metadata, tile])
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)]
}
