import { crc32 } from 'node:zlib'
import { createHash } from 'node:crypto'
import type { ZipFacts } from '../layout.ts'
import { layOut } from '../layout.ts'
import type { MemberBytes, ZipMember, ZipMembers } from '../members.ts'
import { readZip } from '../read-zip.ts'

export interface SyntheticFile {
  readonly path: string
  readonly size: number
  readonly modified?: number
}

/** Any part of a file whose bytes follow from its path and their place: nothing is stored. */
export function bytesOf({ path }: Pick<SyntheticFile, 'path'>, start: number, end: number): Uint8Array {
  const bytes = new Uint8Array(end - start)
  for (let at = start; at < end; at++) bytes[at - start] = (at * 31 + (at >> 8) * 7 + path.length * 13) & 0xff
  return bytes
}

export interface SyntheticZip {
  readonly facts: ZipFacts
  readonly members: readonly ZipMember[]
  read(start: number, end: number): Promise<Buffer>
}

/** The CRC and hash of files above this size are made up: reading them all would take minutes. */
const mostHashed = 1024 * 1024

export function syntheticZip(files: readonly SyntheticFile[], offsetMinutes = 60): SyntheticZip {
  const given = files.map(({ path, size, modified = Date.UTC(2026, 10, 4, 6, 7, 12) }) => {
    const bytes = bytesOf({ path }, 0, Math.min(size, mostHashed))
    const sha256 = createHash('sha256').update(bytes).digest()
    return { path, size, modified, crc32: crc32(bytes), sha256, description: JSON.stringify({ name: path, size }) }
  })
  const head = { name: 'test.zip', created: new Date(Date.UTC(2026, 10, 21, 12)), fileCount: files.length }
  const { facts, places } = layOut(given, head, offsetMinutes)
  const members = given.map((file, position) => {
    const place = places[position]
    if (place === undefined) throw new Error(`no place for ${file.path}`)
    return { ...file, ...place, position }
  })
  return {
    facts,
    members,
    async read(start, end) {
      const pieces: Buffer[] = []
      for await (const piece of readZip(facts, membersOf(members), syntheticBytes, { start, end }))
        pieces.push(Buffer.from(piece))
      return Buffer.concat(pieces)
    },
  }
}

const placeIn = { data: 'dataAt', manifest: 'manifestAt', sums: 'sumsAt', directory: 'directoryAt' } as const

export function membersOf(members: readonly ZipMember[]): ZipMembers {
  return {
    async *from(part, at) {
      const first = members.findLastIndex((member) => member[placeIn[part]] <= at)
      yield members.slice(Math.max(first, 0))
    },
  }
}

const syntheticBytes: MemberBytes = {
  async read(member, at, into) {
    into.set(bytesOf(member, at, at + into.length))
  },
  async close() {},
}
