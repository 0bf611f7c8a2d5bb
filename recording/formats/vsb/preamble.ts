import { readExactly, type ByteSource } from '../../byte-source.ts'
import { DamagedBlock, ShortRead, UnsupportedFeature } from '../../recording-error.ts'
import { fileHeaderBytes, magic } from './records.ts'

/** Where things are in a VSB file. */
export interface VsbPreamble {
  version: 0x102 | 0x103 | 0x104
  recordsStart: number
  /** Extra data of 0x102 and 0x103 lie together before the records; 0 length when there are none. */
  extraDataStart: number
  extraDataEnd: number
}

const sectionName = 'EDP_SECTION\0'

function text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

/** Reads what comes before the records: version, and in older versions extra data and a comment. */
export async function readPreamble(source: ByteSource): Promise<VsbPreamble> {
  const head = await readExactly(source, 0, fileHeaderBytes, 'The VSB header')
  if (text(head.subarray(0, 6)) !== magic) throw new DamagedBlock('The file does not begin with "icsbin"', 0)
  const version = new DataView(head.buffer, head.byteOffset).getUint32(6, true)
  if (version === 0x104) return { version, recordsStart: fileHeaderBytes, extraDataStart: 0, extraDataEnd: 0 }
  if (version === 0x102 || version === 0x103) return readOldPreamble(source, version)
  throw new UnsupportedFeature(`VSB version 0x${version.toString(16)}`, 6)
}

async function readU32(source: ByteSource, offset: number, what: string): Promise<number> {
  const bytes = await readExactly(source, offset, 4, what)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
}

async function readOldPreamble(source: ByteSource, version: 0x102 | 0x103): Promise<VsbPreamble> {
  const preamble: VsbPreamble = { version, recordsStart: fileHeaderBytes + 4, extraDataStart: 0, extraDataEnd: 0 }
  const sectionBytes = await readU32(source, fileHeaderBytes, 'The length of the extra-data section')
  if (sectionBytes > 0) {
    const name = await source.read(fileHeaderBytes + 4, sectionName.length)
    if (sectionBytes >= sectionName.length && text(name) === sectionName) {
      preamble.extraDataStart = fileHeaderBytes + 4 + sectionName.length
      preamble.extraDataEnd = fileHeaderBytes + 4 + sectionBytes
      preamble.recordsStart = preamble.extraDataEnd
      // Without the section's name the number is already part of the first record.
    } else preamble.recordsStart = fileHeaderBytes
  }
  if (version === 0x103) {
    const commentLength = await readU32(source, preamble.recordsStart, 'The comment length')
    preamble.recordsStart += 4 + commentLength * 2 + 16
  }
  if (preamble.recordsStart > source.size)
    throw new ShortRead(
      'The extra data and comment',
      fileHeaderBytes,
      preamble.recordsStart - fileHeaderBytes,
      source.size - fileHeaderBytes,
    )
  return preamble
}
