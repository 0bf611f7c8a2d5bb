import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Problem } from '#server/http/problem.ts'

/** tus resumable upload protocol 1.0.0 (https://tus.io/protocols/resumable-upload). Sentences in quotes are the protocol's. */
export const tusVersion = '1.0.0'
export const tusExtensions = ['creation', 'creation-with-upload', 'checksum', 'termination', 'expiration'] as const
/** "The Server MUST support at least the SHA1 checksum algorithm identified by `sha1`." */
export const checksumAlgorithms = ['sha1', 'sha256'] as const
export const bodyType = 'application/offset+octet-stream'

/** "The value MUST be interpreted as the request's method by the Server, if the header is presented." */
export function methodOf(request: IncomingMessage): string {
  return (header(request, 'x-http-method-override') ?? request.method ?? '').toUpperCase()
}

/** "If the version specified by the Client is not supported by the Server, it MUST respond with the 412 Precondition Failed status." */
export function requireVersion(request: IncomingMessage): void {
  if (header(request, 'tus-resumable') !== tusVersion)
    throw new Problem('tus-version', {}, { headers: { 'Tus-Version': tusVersion } })
}

export function requireBodyType(request: IncomingMessage): void {
  if (header(request, 'content-type') !== bodyType) throw new Problem('unsupported-media', { expected: bodyType })
}

/** Bytes of the whole upload. @throws Problem 400 when it is absent, deferred or no whole number */
export function uploadLength(request: IncomingMessage): number {
  if (header(request, 'upload-defer-length') !== undefined) {
    throw new Problem('tus-request', {
      problem: 'Upload-Defer-Length is not offered here; send Upload-Length, the size of the file in bytes',
    })
  }
  return wholeNumber(request, 'Upload-Length')
}

export function uploadOffset(request: IncomingMessage): number {
  return wholeNumber(request, 'Upload-Offset')
}

/** Bytes of the request's body as announced; undefined when it comes in chunks of unknown number. */
export function announcedBytes(request: IncomingMessage): number | undefined {
  if (header(request, 'transfer-encoding') !== undefined) return undefined
  return Number(header(request, 'content-length') ?? 0)
}

export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** A checksum of one request's body that the client expects. */
export interface ExpectedChecksum {
  readonly hash: Hash
  readonly digest: Buffer
}

/** "400 Bad Request if the checksum algorithm is not supported by the server." */
export function expectedChecksum(request: IncomingMessage): ExpectedChecksum | undefined {
  const value = header(request, 'upload-checksum')
  if (value === undefined) return undefined
  const [name, digest] = value.split(' ')
  const algorithm = checksumAlgorithms.find((known) => known === name)
  if (algorithm === undefined || digest === undefined) {
    throw new Problem('tus-request', {
      problem: `Upload-Checksum must be one of ${checksumAlgorithms.join(', ')}, a space and the checksum in base64`,
    })
  }
  return { hash: createHash(algorithm), digest: Buffer.from(digest, 'base64') }
}

/** Ends the checksum's hash: call it once. */
export function checksumMatches({ hash, digest }: ExpectedChecksum): boolean {
  const found = hash.digest()
  return found.length === digest.length && timingSafeEqual(found, digest)
}

function wholeNumber(request: IncomingMessage, name: string): number {
  const value = header(request, name.toLowerCase()) ?? ''
  const number = Number(value)
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw new Problem('tus-request', { problem: `${name} must be a number of bytes, 0 or more; it is "${value}"` })
  }
  return number
}
