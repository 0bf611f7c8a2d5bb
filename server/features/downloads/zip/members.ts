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
   * The members from the one that has byte `at` of that part, in the order of the zip, page by page: to wait for each one
   * would cost more than to send a small one.
   * @throws Problem when one of them cannot be had any more, here or from a page
   */
  from(part: FilePart, at: number): AsyncIterable<Iterable<Member>>
}

/**
 * A piece of a zip holds its bytes until so many more have been asked for; then its memory is used again. Whoever sends
 * pieces lets no more than this many be on their way.
 */
export const piecesKept = 2

/** The bytes of members. */
export interface MemberBytes<Member extends ZipMember = ZipMember> {
  /**
   * Fills memory with the bytes from `at` on. Several may be asked for at the same time; parts of one member are asked for
   * in their order, one after the other.
   * @throws Problem when there are not exactly as many as there should be
   */
  read(member: Member, at: number, into: Uint8Array): Promise<void>
  /** The last call. */
  close(): Promise<void>
}
