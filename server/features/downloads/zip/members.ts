import type { Places, ZipFile } from './layout.ts'

/** The parts of a zip that have something of every file, in its order. */
export type FilePart = 'data' | 'manifest' | 'sums' | 'directory'

/** A file in its zip. */
export interface ZipMember extends ZipFile, Places {
  /** From 0. */
  readonly position: number
}

/** The files of one zip, however many: they are asked for as they are needed. */
export interface ZipMembers<Member extends ZipMember = ZipMember> {
  /**
   * The members from the one that has byte `at` of that part, in the order of the zip.
   * @throws Problem when one of them cannot be had any more
   */
  from(part: FilePart, at: number): AsyncIterable<Member>
}

/**
 * A piece of a zip holds its bytes until so many more have been asked for; then its memory is used again. Whoever sends
 * pieces lets no more than this many be on their way.
 */
export const piecesKept = 2

/** The bytes of members. Both throw when there are not exactly as many as there should be. */
export interface MemberBytes<Member extends ZipMember = ZipMember> {
  /** All of a small one. */
  whole(member: Member): Promise<Uint8Array>
  /** The half-open part [start, end). */
  part(member: Member, start: number, end: number): AsyncIterable<Uint8Array>
}
