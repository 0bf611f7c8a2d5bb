import { pagedSource, readExactly, type ByteSource } from '../../byte-source.ts'
import { inflate } from '../../inflate.ts'
import { DamagedBlock, ShortRead, UnsupportedFeature } from '../../recording-error.ts'
import type { Attachment } from '../format.ts'
import { blockHeadBytes, chain, getU64, readBlockHead, readText } from './blocks.ts'
import { readHeaderLinks } from './groups.ts'
import { readIdentification } from './identification.ts'
import { md5 } from './md5.ts'
import { ReadingBudget } from './reading-budget.ts'
import { textOfComment } from './text-of-comment.ts'

const links = { next: 0, fileName: 1, mimeType: 2, comment: 3 } as const
const linkCount = 4
// After the links: flags (u16), creator (u16), reserved (u32), MD5 (16), original length (u64), stored length (u64).
const headBytes = 40
const flag = { embedded: 1, packed: 2, checked: 4 } as const
/** One attachment is handed out whole. */
const mostAttachmentBytes = 512 * 1024 * 1024
/** Deflate makes at most this of a byte. */
const mostUnpacking = 1032

/** The attachments (AT) of an MF4 file: embedded ones with their bytes, external ones as names. */
export async function readMf4Attachments(plain: ByteSource): Promise<readonly Attachment[]> {
  const source = pagedSource(plain)
  await readIdentification(source)
  const first = (await readHeaderLinks(source)).attachment
  const budget = new ReadingBudget(source.size)
  const attachments: Attachment[] = []
  for await (const attachment of chain(first, async (offset) => {
    const { next, item } = await readAttachment(source, offset)
    budget.spendChannel(item.fileName.length + item.comment.length, offset)
    return { next, item }
  }))
    attachments.push(attachment)
  return attachments
}

async function readAttachment(source: ByteSource, offset: number): Promise<{ next: number; item: Attachment }> {
  const head = await readBlockHead(source, offset, ['AT'])
  const fixedBytes = head.linkCount * 8 + headBytes
  if (head.linkCount < linkCount || head.linkCount > 1024 || blockHeadBytes + fixedBytes > head.length)
    throw new DamagedBlock(`An AT block with ${head.linkCount} links in ${head.length} bytes`, offset)
  const bytes = await readExactly(source, offset + blockHeadBytes, fixedBytes, 'The AT block')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const link = (index: number): number => getU64(view, index * 8)
  const fields = new DataView(bytes.buffer, bytes.byteOffset + head.linkCount * 8, headBytes)
  const stored: Stored = {
    offset,
    start: offset + blockHeadBytes + fixedBytes,
    flags: fields.getUint16(0, true),
    digest: bytes.slice(head.linkCount * 8 + 8, head.linkCount * 8 + 24),
    size: getU64(fields, 24),
    storedSize: getU64(fields, 32),
  }
  const item: Attachment = {
    fileName: await readText(source, link(links.fileName)),
    mimeType: await readText(source, link(links.mimeType)),
    comment: textOfComment(await readText(source, link(links.comment))),
    size: stored.size,
    read: () => readStored(source, stored),
  }
  return { next: link(links.next), item }
}

interface Stored {
  offset: number
  start: number
  flags: number
  digest: Uint8Array
  size: number
  storedSize: number
}

async function readStored(source: ByteSource, stored: Stored): Promise<Uint8Array> {
  const { offset, start, flags, size, storedSize } = stored
  if (!(flags & flag.embedded)) throw new UnsupportedFeature('An attachment that is kept beside the recording', offset)
  if (Math.max(size, storedSize) > mostAttachmentBytes) throw new UnsupportedFeature(`An attachment of ${size} bytes`, offset)
  if (start + storedSize > source.size) throw new ShortRead('An attachment', start, storedSize, Math.max(0, source.size - start))
  const packed = (flags & flag.packed) !== 0
  if (packed && size > storedSize * mostUnpacking)
    throw new DamagedBlock(`An attachment of ${size} bytes in ${storedSize} packed ones`, offset)
  const bytes = await readExactly(source, start, packed ? storedSize : Math.min(size, storedSize), 'An attachment')
  const unpacked = packed ? unpackedAttachment(bytes, size, offset) : bytes
  if (flags & flag.checked && !md5(unpacked).every((byte, i) => byte === stored.digest[i]))
    throw new DamagedBlock('An attachment with another MD5 checksum than the file states', offset)
  return unpacked
}

function unpackedAttachment(packed: Uint8Array, size: number, offset: number): Uint8Array {
  const bytes = new Uint8Array(size)
  const { written, end } = inflate(packed, bytes)
  if (end !== 'done' || written !== size)
    throw new DamagedBlock(`An attachment that unpacks to ${written} instead of ${size} bytes`, offset)
  return bytes
}
