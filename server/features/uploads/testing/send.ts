import { completedUploadHeaders, createDeviceUpload, createUpload } from '#contract/uploads.ts'
import { errorBody } from '#contract/errors.ts'
import type { TestApi } from '#server/testing/api.ts'

export interface Sending {
  readonly from: 'device' | 'person'
  readonly token: string
  readonly bytes: Uint8Array
  readonly metadata: Readonly<Record<string, string | number>>
}

/** What the server answered to a complete file. */
export interface Sent {
  readonly status: number
  readonly uploadId: number
  readonly fileVersionId: number
  readonly duplicate: boolean
  /** Address of the resumable upload. */
  readonly location: string
  readonly problem?: { id: string; message: string }
}

export function metadataHeader(metadata: Sending['metadata']): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',')
}

const protocol = { 'tus-resumable': '1.0.0' }
const bodyType = { 'content-type': 'application/offset+octet-stream' }

/** Begins a resumable upload without bytes and gives its address. */
export async function begin(
  api: TestApi,
  { from, token, bytes, metadata }: Sending,
): Promise<{ status: number; location: string }> {
  const path = from === 'device' ? createDeviceUpload.path : createUpload.path
  const headers = {
    ...protocol,
    authorization: `Bearer ${token}`,
    'upload-length': String(bytes.length),
    'upload-metadata': metadataHeader(metadata),
  }
  const response = await fetch(new URL(path, api.app.address), { method: 'POST', headers })
  return { status: response.status, location: new URL(response.headers.get('location') ?? '/', api.app.address).href }
}

/** Sends bytes of an upload from an offset on. */
export async function patch(location: string, token: string, offset: number, bytes: Uint8Array): Promise<Sent> {
  const headers = { ...protocol, ...bodyType, authorization: `Bearer ${token}`, 'upload-offset': String(offset) }
  return await sentOf(await fetch(location, { method: 'PATCH', headers, body: Uint8Array.from(bytes) }), location)
}

/** How far the server is. */
export async function head(location: string, token: string): Promise<Sent & { offset: number }> {
  const response = await fetch(location, { method: 'HEAD', headers: { ...protocol, authorization: `Bearer ${token}` } })
  return { ...(await sentOf(response, location)), offset: Number(response.headers.get('upload-offset')) }
}

/** Sends a whole file with its creation. */
export async function send(api: TestApi, { from, token, bytes, metadata }: Sending): Promise<Sent> {
  const path = from === 'device' ? createDeviceUpload.path : createUpload.path
  const headers = {
    ...protocol,
    ...bodyType,
    authorization: `Bearer ${token}`,
    'upload-length': String(bytes.length),
    'upload-metadata': metadataHeader(metadata),
  }
  const response = await fetch(new URL(path, api.app.address), { method: 'POST', headers, body: Uint8Array.from(bytes) })
  return await sentOf(response, new URL(response.headers.get('location') ?? '/', api.app.address).href)
}

async function sentOf(response: Response, location: string): Promise<Sent> {
  const text = await response.text()
  const { headers } = response
  return {
    status: response.status,
    uploadId: Number(headers.get(completedUploadHeaders.uploadId)),
    fileVersionId: Number(headers.get(completedUploadHeaders.fileVersionId)),
    duplicate: headers.get(completedUploadHeaders.duplicate) === 'true',
    location,
    ...(response.ok || text === '' ? {} : { problem: errorBody.parse(JSON.parse(text)) }),
  }
}
