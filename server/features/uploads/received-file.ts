import type { Span } from './upload-dates.ts'
import type { StatedUpload } from './upload-metadata.ts'

/** A complete file and everything known of it before anybody looked inside. */
export interface ReceivedFile {
  /** Key of the resumable upload: the same key means the same delivery. */
  readonly uploadKey: string
  readonly organizationId: number
  readonly userId: number | null
  readonly deviceId: number | null
  readonly vehicleId: number | null
  readonly stated: StatedUpload
  readonly dates: Span
  readonly received: Date
  readonly size: number
  readonly sha256: Buffer
  readonly crc32: number
  readonly blobKey: string
}
