import { z } from 'zod'
import { id, idParams } from './fields.ts'
import { operation } from './operation.ts'

/** What a user wants to be told of: `whatId` is a user download that becomes ready. */
export const notificationPreference = z.object({
  id,
  /** The same as `whatId`. */
  userDownloadId: id,
  userId: id,
  emailEnabled: z.boolean(),
  frequency: z.enum(['Minute']),
  triggerCount: z.int().nonnegative(),
  type: z.enum(['Download Ready']),
  user: id,
  what: z.enum(['userDownload']),
  whatId: id,
})
export type NotificationPreference = z.infer<typeof notificationPreference>

export const createNotificationPreference = operation({
  id: 'createNotificationPreference',
  method: 'POST',
  path: '/api/v1/notificationPreferences',
  access: 'session',
  summary: "Asks to be told of something of the caller's own; asking again replaces it.",
  body: notificationPreference
    .pick({ emailEnabled: true, frequency: true, triggerCount: true, type: true, what: true, whatId: true })
    .extend({
      emailEnabled: z.boolean().default(true),
      frequency: z.enum(['Minute']).default('Minute'),
      triggerCount: z.int().min(0).max(1_000_000).default(0),
      /** The caller; nobody asks for somebody else. */
      user: id.optional(),
    }),
  answer: notificationPreference,
})

export const deleteNotificationPreference = operation({
  id: 'deleteNotificationPreference',
  method: 'DELETE',
  path: '/api/v1/notificationPreferences/{id}',
  access: 'session',
  summary: "Takes one of the caller's wishes back.",
  params: idParams,
})
