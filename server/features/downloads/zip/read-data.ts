import type { MemberBytes, ZipMember, ZipMembers } from './members.ts'
import { piecesKept } from './members.ts'
import { localHeader } from './records.ts'

/** Headers and files are sent in pieces of about so many bytes, but for the first: somebody waits for it. */
const pieceSize = 512 * 1024
const firstSize = 64 * 1024
/** Files up to this size, bytes, are not cut: what takes time is opening them, not their bytes. */
const smallSize = 256 * 1024
/** So many pieces are being filled while others are on their way. */
const mostFilling = 2
/** So many members of one piece are read at the same time. */
const mostAtOnce = 32

interface Range {
  readonly start: number
  readonly end: number
  readonly offsetMinutes: number
}

/** Local headers and bytes of the files: the part [start, end) of them all. */
export async function* readData<Member extends ZipMember>(
  members: ZipMembers<Member>,
  bytes: MemberBytes<Member>,
  range: Range,
): AsyncGenerator<Uint8Array> {
  const planned = planPieces(members, range)
  const filling: { piece: Piece<Member>; filled: Promise<void> }[] = []
  let isFirst = true
  try {
    for (;;) {
      // one at first, so that the first byte waits for nothing else
      while (filling.length < (isFirst ? 1 : mostFilling)) {
        const { done, value: piece } = await planned.next()
        if (done === true) break
        const filled = piece.fill(bytes)
        // whoever stops before it is looked at has not missed a fault
        filled.catch(() => undefined)
        filling.push({ piece, filled })
      }
      const next = filling.shift()
      if (next === undefined) return
      await next.filled
      yield next.piece.bytes
      isFirst = false
    }
  } finally {
    await planned.return(undefined)
    await bytes.close()
  }
}

/** What each piece will hold, as its memory becomes free. */
async function* planPieces<Member extends ZipMember>(
  members: ZipMembers<Member>,
  { start, end, offsetMinutes }: Range,
): AsyncGenerator<Piece<Member>, undefined> {
  const buffers: Buffer[] = []
  let count = 1
  /** To give each piece new memory costs as much as to send it. */
  const newPiece = () => {
    const buffer = (buffers[count++ % (piecesKept + mostFilling)] ??= Buffer.allocUnsafeSlow(pieceSize))
    return new Piece<Member>(buffer)
  }
  let piece = new Piece<Member>(Buffer.allocUnsafeSlow(firstSize))
  all: for await (const page of members.from('data', start))
    for (const member of page) {
      if (member.dataAt >= end) break all
      const header = localHeader(member, offsetMinutes)
      const dataAt = member.dataAt + header.length
      const to = Math.min(end - dataAt, member.size)
      let at = Math.max(start - dataAt, 0)
      if (header.length + (to - at <= smallSize ? Math.max(to - at, 0) : 0) > piece.free && piece.size > 0) {
        yield piece
        piece = newPiece()
      }
      piece.addBytes(header.subarray(Math.max(start - member.dataAt, 0), end - member.dataAt))
      while (at < to) {
        if (piece.free === 0) {
          yield piece
          piece = newPiece()
        }
        at += piece.addPart(member, at, to)
      }
    }
  if (piece.size > 0) yield piece
}

/** Some headers and files, or parts of them, one after the other. */
class Piece<Member extends ZipMember> {
  readonly #buffer: Buffer
  readonly #parts: { readonly member: Member; readonly at: number; readonly into: Uint8Array }[] = []
  #size = 0

  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }

  get size(): number {
    return this.#size
  }

  get free(): number {
    return this.#buffer.length - this.#size
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size)
  }

  addBytes(bytes: Buffer): void {
    this.#size += bytes.copy(this.#buffer, this.#size)
  }

  /** As much of [at, to) as fits; how much. */
  addPart(member: Member, at: number, to: number): number {
    const into = this.#buffer.subarray(this.#size, this.#size + to - at)
    this.#parts.push({ member, at, into })
    this.#size += into.length
    return into.length
  }

  async fill(bytes: MemberBytes<Member>): Promise<void> {
    const left = this.#parts.values()
    const some = async (): Promise<void> => {
      for (const { member, at, into } of left) await bytes.read(member, at, into)
    }
    await Promise.all(Array.from({ length: Math.min(mostAtOnce, this.#parts.length) }, some))
  }
}
