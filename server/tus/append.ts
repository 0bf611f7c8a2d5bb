import type { IncomingMessage } from 'node:http'
import { DiskFull, isDiskFull } from '#server/disk/disk-space.ts'
import { Problem } from '#server/http/problem.ts'
import type { BodyEnding } from './body-receiver.ts'
import { receiveBody } from './body-receiver.ts'
import type { ContentHash } from './content-hash.ts'
import { DurableSink } from './durable-sink.ts'
import type { ExpectedChecksum } from './protocol.ts'
import { announcedBytes, checksumMatches } from './protocol.ts'
import type { StagedUpload } from './staged-upload.ts'
import type { Lease } from './upload-lock.ts'

export interface AppendOptions {
  readonly lease: Lease
  readonly checksum: ExpectedChecksum | undefined
  readonly silenceMs: number
}

/**
 * Appends a request's body at the upload's offset.
 * "The Server SHOULD always attempt to store as much of the received data as possible": a body that breaks off counts
 * up to where it came, and while it comes what is there is made durable again and again. A body with a checksum
 * counts whole or not at all.
 * @returns how the body ended; the upload's offset says what is safe
 * @throws Problem upload-checksum, upload-too-large, or DiskFull: then the upload is as it was at its last safe offset
 */
export async function appendBody(upload: StagedUpload, request: IncomingMessage, options: AppendOptions): Promise<BodyEnding> {
  const start = upload.offset
  requireFits(start + (announcedBytes(request) ?? 0), upload.length)
  const { file, hash } = await options.lease.whileAlive(() => upload.openForAppend())
  const before = options.checksum && hash.copy()
  const sink = new DurableSink(upload, file, options.checksum === undefined && upload.isJournalled)
  try {
    const ending = await receiveBody(request, {
      limit: upload.length - start,
      seen(bytes) {
        options.lease.alive()
        hash.update(bytes)
        options.checksum?.hash.update(bytes)
      },
      write: (bytes) => sink.write(bytes),
      everyHalfSecond: () => sink.checkpointIfDue(),
      yieldNow: options.lease.yieldNow,
      silenceMs: options.silenceMs,
    })
    await options.lease.whileAlive(async () => {
      await sink.settle()
      if (ending === 'too-long') throw tooLong(start + sink.written, upload.length)
      if (before === undefined) await sink.finish(hash)
      else await finishChecked({ ending, sink, checksum: options.checksum, hash, before, upload })
    })
    return ending
  } catch (error) {
    await sink.settle().catch(() => undefined)
    // the hash in memory has seen bytes that do not count: forget it, and cut them off so that they take no room
    await file.truncate(upload.offset).catch(() => undefined)
    throw isDiskFull(error) ? new DiskFull(upload.dataFile, error) : error
  } finally {
    await file.close()
  }
}

interface Checked {
  readonly ending: BodyEnding
  readonly sink: DurableSink
  readonly checksum: ExpectedChecksum | undefined
  readonly hash: ContentHash
  readonly before: ContentHash
  readonly upload: StagedUpload
}

/** "If the checksums mismatch the uploaded chunk MUST be discarded, and the upload and its offset MUST NOT be updated." */
async function finishChecked({ ending, sink, checksum, hash, before, upload }: Checked): Promise<void> {
  const matches = ending === 'complete' && checksum !== undefined && checksumMatches(checksum)
  if (matches) return sink.finish(hash)
  await sink.discard()
  upload.keepHash(before)
  if (ending === 'complete') throw new Problem('upload-checksum')
}

function requireFits(bytes: number, length: number): void {
  if (bytes > length) throw tooLong(bytes, length)
}

function tooLong(bytes: number, length: number): Problem {
  return new Problem('upload-too-large', { size: bytes, limit: length })
}
