import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ManifestHead } from './lists.ts'
import { manifestHead, manifestLine, manifestPath, manifestTail, sumsLine, sumsPath } from './lists.ts'
import type { Directory, ZipEntry } from './records.ts'
import { directoryRecord, directoryRecordSize, endRecords, endSize, localHeader, localHeaderSize } from './records.ts'

/** Rises when the same rows would give other bytes: whoever continues an older zip then begins anew. */
export const zipForm = 1

export interface ZipFile extends ZipEntry {
  readonly sha256: Buffer
  /** Its line in manifest.json. */
  readonly description: string
}

/** Where a file begins in each part of the zip that has something of every file. */
export interface Places {
  /** Its local header, before its bytes. */
  readonly dataAt: number
  readonly manifestAt: number
  readonly sumsAt: number
  readonly directoryAt: number
}

/** All that decides the bytes of a zip, but for its files. */
export interface ZipFacts extends ManifestHead {
  /** Local headers and bytes of the files. */
  readonly dataSize: number
  readonly manifestSize: number
  readonly manifestCrc32: number
  readonly sumsSize: number
  readonly sumsCrc32: number
  /** The files' records in the directory. */
  readonly directorySize: number
  /** Minutes east of UTC of the times that have no zone. */
  readonly offsetMinutes: number
}

/** Gives every file its places; the zip's size is a sum. */
export function layOut(
  files: readonly ZipFile[],
  head: ManifestHead,
  offsetMinutes: number,
): { facts: ZipFacts; places: Places[]; digest: Buffer } {
  const places: Places[] = []
  const digest = createHash('sha256').update(`zip ${zipForm} ${offsetMinutes}\n`)
  const opening = manifestHead(head)
  let [dataSize, manifestSize, sumsSize, directorySize] = [0, opening.length, 0, 0]
  let [manifestCrc32, sumsCrc32] = [crc32(opening), 0]
  files.forEach((file, index) => {
    places.push({ dataAt: dataSize, manifestAt: manifestSize, sumsAt: sumsSize, directoryAt: directorySize })
    const [line, sum] = [manifestLine(file.description, index === files.length - 1), sumsLine(file.sha256, file.path)]
    directorySize += directoryRecordSize(file, dataSize)
    dataSize += localHeaderSize(file) + file.size
    manifestSize += line.length
    manifestCrc32 = crc32(line, manifestCrc32)
    sumsSize += sum.length
    sumsCrc32 = crc32(sum, sumsCrc32)
    digest.update(`${file.size} ${file.crc32} ${file.modified} `).update(sum).update(line)
  })
  manifestSize += manifestTail.length
  manifestCrc32 = crc32(manifestTail, manifestCrc32)
  digest.update(opening)
  const facts = { ...head, offsetMinutes, dataSize, manifestSize, manifestCrc32, sumsSize, sumsCrc32, directorySize }
  return { facts, places, digest: digest.digest() }
}

/** What stands between and behind the parts that have something of every file. */
export interface Frame {
  /** The local header of manifest.json, and how it begins. */
  readonly beforeManifest: Buffer
  /** How manifest.json ends, and the local header of SHA256SUMS. */
  readonly beforeSums: Buffer
  /** The directory's records of the two lists, and the end of the zip. */
  readonly afterDirectory: Buffer
  readonly size: number
}

export function frameOf(facts: ZipFacts): Frame {
  const { dataSize, manifestSize, sumsSize, directorySize, offsetMinutes, fileCount } = facts
  const modified = facts.created.getTime()
  const manifest = { path: manifestPath, size: manifestSize, crc32: facts.manifestCrc32, modified }
  const sums = { path: sumsPath, size: sumsSize, crc32: facts.sumsCrc32, modified }
  const sumsAt = dataSize + localHeaderSize(manifest) + manifestSize
  const lists = [directoryRecord(manifest, dataSize, offsetMinutes), directoryRecord(sums, sumsAt, offsetMinutes)]
  const directory: Directory = {
    entries: fileCount + lists.length,
    at: sumsAt + localHeaderSize(sums) + sumsSize,
    size: directorySize + Buffer.concat(lists).length,
  }
  return {
    beforeManifest: Buffer.concat([localHeader(manifest, offsetMinutes), manifestHead(facts)]),
    beforeSums: Buffer.concat([manifestTail, localHeader(sums, offsetMinutes)]),
    afterDirectory: Buffer.concat([...lists, endRecords(directory)]),
    size: directory.at + directory.size + endSize(directory),
  }
}
