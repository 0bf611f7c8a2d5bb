/** One whole file for the archive, by the upload protocol that people use (tus, creation with upload). */
export async function uploadFile(
  address: string,
  token: string,
  file: {
    filename: string
    bytes: Uint8Array<ArrayBuffer>
    collection: string
    start: string
    end: string
    vehicleId?: number
    deviceId?: number
    group?: string
    script?: string
    notes?: string
  },
): Promise<void> {
  const { bytes, ...facts } = file
  const metadata = Object.entries(facts).map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`)
  const answer = await fetch(`${address}/api/v1/data/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': metadata.join(','),
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes,
  })
  if (answer.status !== 201) throw new Error(`The upload of ${file.filename} answered ${answer.status}: ${await answer.text()}`)
}
