import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { DeviceCaller, UserCaller } from '#server/http/caller.ts'

/** Who uploads, as it is kept with the upload until it is complete. */
const shape = z.discriminatedUnion('from', [
  z.object({ from: z.literal('device'), organizationId: id, deviceId: id }),
  z.object({ from: z.literal('person'), organizationId: id, userId: id }),
])
export type UploadContext = z.infer<typeof shape>

export function contextOf(caller: DeviceCaller | UserCaller): UploadContext {
  const { organizationId } = caller
  return caller.kind === 'device'
    ? { from: 'device', organizationId, deviceId: caller.deviceId }
    : { from: 'person', organizationId, userId: caller.userId }
}

export function readContext(stored: unknown): UploadContext {
  return shape.parse(stored)
}

/** Only the one who began an upload may continue it. */
export function ownerOf(context: UploadContext): string {
  return context.from === 'device' ? `device:${context.deviceId}` : `user:${context.userId}`
}
