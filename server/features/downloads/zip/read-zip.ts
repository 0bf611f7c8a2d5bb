import type { ZipFacts } from './layout.ts'
import { frameOf } from './layout.ts'
import { manifestHead, manifestLine, manifestTail, sumsLine } from './lists.ts'
import type { FilePart, MemberBytes, ZipMember, ZipMembers } from './members.ts'
import { readData } from './read-data.ts'
import { directoryRecord } from './records.ts'

/** Records and lines are sent in pieces of about so many bytes. */
const pieceSize = 64 * 1024

/** A stretch of the zip: how long it is, and its half-open part [start, end). */
interface Stretch {
  readonly size: number
  read(start: number, end: number): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** The half-open part [start, end) of a zip, made as it is read. Any part is the same bytes at any time, or an error. */
export async function* readZip<Member extends ZipMember>(
  facts: ZipFacts,
  members: ZipMembers<Member>,
  bytes: MemberBytes<Member>,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  let before = 0
  for (const stretch of stretchesOf(facts, members, bytes)) {
    const [from, to] = [Math.max(start - before, 0), Math.min(end - before, stretch.size)]
    if (from < to) yield* stretch.read(from, to)
    before += stretch.size
    if (before >= end) return
  }
}

function stretchesOf<Member extends ZipMember>(
  facts: ZipFacts,
  members: ZipMembers<Member>,
  bytes: MemberBytes<Member>,
): Stretch[] {
  const { offsetMinutes, fileCount } = facts
  const { beforeManifest, beforeSums, afterDirectory } = frameOf(facts)
  const head = manifestHead(facts).length
  const ofEach = (part: FilePart, size: number, first: number, piece: (member: Member) => Buffer): Stretch => ({
    size,
    read: (start, end) => readPieces(members.from(part, start + first), { part, start: start + first, end: end + first }, piece),
  })
  return [
    { size: facts.dataSize, read: (start, end) => readData(members, bytes, { start, end, offsetMinutes }) },
    whole(beforeManifest),
    ofEach('manifest', facts.manifestSize - head - manifestTail.length, head, ({ description, position }) =>
      manifestLine(description, position === fileCount - 1),
    ),
    whole(beforeSums),
    ofEach('sums', facts.sumsSize, 0, ({ sha256, path }) => sumsLine(sha256, path)),
    ofEach('directory', facts.directorySize, 0, (member) => directoryRecord(member, member.dataAt, offsetMinutes)),
    whole(afterDirectory),
  ]
}

const whole = (buffer: Buffer): Stretch => ({ size: buffer.length, read: (start, end) => [buffer.subarray(start, end)] })

const placeIn = { data: 'dataAt', manifest: 'manifestAt', sums: 'sumsAt', directory: 'directoryAt' } as const

async function* readPieces<Member extends ZipMember>(
  members: AsyncIterable<Iterable<Member>>,
  { part, start, end }: { readonly part: FilePart; readonly start: number; readonly end: number },
  piece: (member: Member) => Buffer,
): AsyncGenerator<Uint8Array> {
  let gathered: Buffer[] = []
  let size = 0
  all: for await (const page of members)
    for (const member of page) {
      const at = member[placeIn[part]]
      if (at >= end) break all
      const slice = piece(member).subarray(Math.max(start - at, 0), end - at)
      gathered.push(slice)
      size += slice.length
      if (size < pieceSize) continue
      yield Buffer.concat(gathered)
      gathered = []
      size = 0
    }
  if (size > 0) yield Buffer.concat(gathered)
}
