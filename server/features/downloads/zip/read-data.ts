import type { MemberBytes, ZipMember, ZipMembers } from './members.ts'
import { localHeader, localHeaderSize } from './records.ts'

/** Files up to this size, bytes, are read whole and ahead: what takes time is opening them, not their bytes. */
const smallSize = 256 * 1024
/** So many members, and bytes of small ones, are read ahead. */
const mostAhead = 32
const mostBytesAhead = 4 * 1024 * 1024
/** Headers and small files are sent in pieces of about so many bytes. */
const pieceSize = 512 * 1024

interface Range {
  readonly start: number
  readonly end: number
  readonly offsetMinutes: number
}

/** A member, or the part of it that was asked for. */
interface Ahead<Member> {
  readonly member: Member
  readonly header: Buffer
  /** The part [from, to) of the file's own bytes; empty when only the header was asked for. */
  readonly from: number
  readonly to: number
  /** Of a small one, which is being read. */
  readonly whole: Promise<Uint8Array> | undefined
}

/** Local headers and bytes of the files: the part [start, end) of them all. */
export async function* readData<Member extends ZipMember>(
  members: ZipMembers<Member>,
  bytes: MemberBytes<Member>,
  range: Range,
): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = []
  let size = 0
  // the first bytes go at once
  let enough = 1
  const flush = function* (): Generator<Uint8Array> {
    if (size > 0) yield gathered.length === 1 ? (gathered[0] ?? Buffer.alloc(0)) : Buffer.concat(gathered)
    gathered = []
    size = 0
    enough = pieceSize
  }
  for await (const { member, header, from, to, whole } of readAhead(members, bytes, range)) {
    gathered.push(header)
    size += header.length
    if (whole !== undefined) {
      const piece = (await whole).subarray(from, to)
      gathered.push(piece)
      size += piece.length
    }
    if (size >= enough || whole === undefined) yield* flush()
    if (whole === undefined && from < to) yield* bytes.part(member, from, to)
  }
  yield* flush()
}

/** Members with their headers; the bytes of small ones are on their way while those before them are sent. */
async function* readAhead<Member extends ZipMember>(
  members: ZipMembers<Member>,
  bytes: MemberBytes<Member>,
  { start, end, offsetMinutes }: Range,
): AsyncGenerator<Ahead<Member>> {
  const coming = members.from('data', start)[Symbol.asyncIterator]()
  const ahead: Ahead<Member>[] = []
  let [bytesAhead, isLast] = [0, false]
  try {
    for (;;) {
      while (!isLast && ahead.length < mostAhead && bytesAhead < mostBytesAhead) {
        const { done, value } = await coming.next()
        if (done === true || value.dataAt >= end) {
          isLast = true
          break
        }
        const dataAt = value.dataAt + localHeaderSize(value)
        const header = localHeader(value, offsetMinutes).subarray(Math.max(start - value.dataAt, 0), end - value.dataAt)
        const [from, to] = [Math.max(start - dataAt, 0), Math.max(Math.min(end - dataAt, value.size), 0)]
        const isSmall = value.size <= smallSize && from < to
        const whole = isSmall ? bytes.whole(value) : from < to ? undefined : Promise.resolve(Buffer.alloc(0))
        // whoever stops before it is looked at has not missed a fault
        whole?.catch(() => undefined)
        ahead.push({ member: value, header, from, to, whole })
        if (isSmall) bytesAhead += value.size
        // one at first, so that the first byte waits for nothing else
        if (ahead.length === 1 && value.dataAt <= start) break
      }
      const next = ahead.shift()
      if (next === undefined) return
      if (next.whole !== undefined) bytesAhead -= next.from < next.to ? next.member.size : 0
      yield next
    }
  } finally {
    await coming.return?.()
  }
}
