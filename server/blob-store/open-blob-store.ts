import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { S3Client } from '@aws-sdk/client-s3'
import type { BlobStore } from './blob-store.ts'
import { DiskBlobStore } from './disk.ts'
import { S3BlobStore } from './s3.ts'

/** A fixed pair of keys; without it the AWS default chain decides (environment, profile, instance role). */
export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/**
 * Opens the store that the address names; asks nothing of it yet (`checkWritable` does).
 * - `file:///absolute/folder` or `file:relative/folder` (relative to the working directory)
 * - `s3://bucket/prefix?endpoint=https://host:9000&region=eu-central-1&forcePathStyle=true` (everything after the bucket is optional)
 * @throws TypeError with a sentence when the address is neither
 */
export function openBlobStore(address: string, s3Credentials?: S3Credentials): BlobStore {
  if (address.startsWith('file:')) return new DiskBlobStore(folderOf(address))
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 's3:' || url.hostname === '') {
    throw new TypeError(`"${address}" is not a blob address; write file:///folder or s3://bucket/prefix?endpoint=...&region=...`)
  }
  return openS3(url, s3Credentials)
}

function folderOf(address: string): string {
  return address.startsWith('file:/') ? fileURLToPath(address) : resolve(decodeURIComponent(address.slice('file:'.length)))
}

function openS3(url: URL, credentials: S3Credentials | undefined): BlobStore {
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  const region = url.searchParams.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1')
  const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  const client = new S3Client({
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    forcePathStyle: url.searchParams.get('forcePathStyle') === 'true',
    // S3-compatible services that do not know the SDK's trailing checksums store them as part of the bytes
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return new S3BlobStore(client, { bucket: url.hostname, prefix: folder === '' ? '' : `${folder}/` })
}
