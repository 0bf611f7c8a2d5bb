/** The two lists at the end of each zip: what the files are, and their hashes for `sha256sum -c`. */
export const manifestPath = 'manifest.json'
export const sumsPath = 'SHA256SUMS'

export interface ManifestHead {
  readonly name: string
  readonly created: Date
  readonly fileCount: number
}

/** manifest.json is this, a line for each file, and the tail: so each file's place in it is a sum. */
export function manifestHead({ name, created, fileCount }: ManifestHead): Buffer {
  const head = JSON.stringify({ name, created: created.toISOString(), fileCount })
  return Buffer.from(`${head.slice(0, -1)},"files":[\n`)
}

export const manifestTail: Buffer = Buffer.from(']}\n')

export const manifestLine = (description: string, isLast: boolean): Buffer => Buffer.from(`${description}${isLast ? '' : ','}\n`)

/** As sha256sum writes them; the space and the star say that the file is read as bytes. */
export const sumsLine = (sha256: Buffer, path: string): Buffer => Buffer.from(`${sha256.toString('hex')} *${path}\n`)
