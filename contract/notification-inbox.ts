import { z } from 'zod'
import { id, idParams, moment } from './fields.ts'
import { operation } from './operation.ts'

/** What notifications are about. */
export const notificationType = z.enum(['Download Ready', 'Script Review', 'Script Reviewed', 'Result Shared'])
export type NotificationType = z.infer<typeof notificationType>

export const notification = z.object({
  id,
  type: notificationType,
  title: z.string(),
  message: z.string(),
  /** Where it leads: a path of the application, such as `/ui2/account/downloads`. */
  path: z.string().nullable(),
  dateCreated: moment,
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

/** New notifications of one answer; older ones are in the list. */
export const mostNewNotifications = 50

const count = z.coerce.number().pipe(z.int().nonnegative())

export const checkNotifications = operation({
  id: 'checkNotifications',
  method: 'POST',
  path: '/api/v1/notifications/checkForNewAndUnread',
  access: 'session',
  summary: 'What came since, and how many are unread; with `notifications` those are new no more.',
  query: z.object({
    /** The highest id that the client knows. */
    highestNewNotificationId: count.default(0),
    /** How many the client believes to be unread; the answer says how many are. */
    unreadNotificationCounter: count.optional(),
    /** Ids, comma-separated: seen, so they are not new again. */
    notifications: z
      .string()
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,499}$/, 'Write ids with commas between them')
      .transform((text) => text.split(',').map(Number))
      .optional(),
  }),
  answer: z.object({ newNotifications: z.array(notification), numOfUnreadNotifications: z.int() }),
})

export const listNotifications = operation({
  id: 'listNotifications',
  method: 'GET',
  path: '/api/v1/notifications',
  access: 'session',
  summary: "The caller's notifications, newest first.",
  query: z.object({
    unread: z.enum(['true', 'false']).default('false'),
    offset: count.default(0),
    max: z.coerce.number().pipe(z.int().min(1).max(500)).default(100),
  }),
  answer: z.array(notification),
  headers: { total: 'How many there are.', max: 'Rows of one page.', offset: 'Rows passed over.' },
})

export const updateNotification = operation({
  id: 'updateNotification',
  method: 'PUT',
  path: '/api/v1/notifications/{id}',
  access: 'session',
  summary: "Marks one of the caller's notifications as read or unread.",
  params: idParams,
  body: z.object({ read: z.boolean() }),
  answer: notification,
})

export const readAllNotifications = operation({
  id: 'readAllNotifications',
  method: 'POST',
  path: '/api/v1/notifications/readAll',
  access: 'session',
  summary: "Marks all of the caller's notifications as read.",
})

export const deleteNotification = operation({
  id: 'deleteNotification',
  method: 'DELETE',
  path: '/api/v1/notifications/{id}',
  access: 'session',
  summary: "Deletes one of the caller's notifications.",
  params: idParams,
})
