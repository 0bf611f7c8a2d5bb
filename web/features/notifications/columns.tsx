import type { Notification } from '#contract/notification-inbox.ts'
import { formatMoment } from '#web/format/time.ts'
import { PathLink } from '#web/router/page-link.tsx'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { Icon } from '#web/ui/icon.tsx'

interface Given {
  zone: string
  mark: (change: { id: number; read: boolean }) => void
  remove: (id: number) => void
}

export const notificationColumns = ({ zone, mark, remove }: Given): ReadonlyArray<GridColumn<Notification>> => [
  {
    id: 'title',
    title: 'Notification',
    width: 260,
    grow: 2,
    hideable: false,
    card: 'head',
    value: ({ title }) => title,
    cell: ({ id, title, path, read }, { tabIndex }) => (
      <span className={read ? 'notification-title' : 'notification-title unread-title'}>
        {path === null ? (
          title
        ) : (
          <PathLink path={path} tabIndex={tabIndex} onClick={() => (read ? undefined : mark({ id, read: true }))}>
            {title}
          </PathLink>
        )}
      </span>
    ),
  },
  { id: 'message', title: 'Message', width: 320, grow: 3, sortable: false, card: 'wide', value: ({ message }) => message },
  {
    id: 'created_at',
    title: 'Came',
    width: 170,
    grow: 0,
    card: 'plain',
    value: ({ dateCreated }) => new Date(dateCreated),
    text: ({ dateCreated }) => formatMoment(dateCreated, zone) ?? '',
  },
  {
    id: 'read',
    title: 'Read',
    width: 130,
    grow: 0,
    card: 'foot',
    value: ({ read }) => read,
    text: ({ read }) => (read ? 'read' : 'unread'),
    cell: ({ id, title, read }, { tabIndex }) => (
      <button
        type="button"
        className="button quiet"
        tabIndex={tabIndex}
        aria-label={`${read ? 'Mark unread' : 'Mark read'}: ${title}`}
        onClick={() => mark({ id, read: !read })}
      >
        {read ? 'Mark unread' : 'Mark read'}
      </button>
    ),
  },
  {
    id: 'delete',
    title: 'Delete',
    width: 80,
    grow: 0,
    sortable: false,
    exported: false,
    card: 'foot',
    value: () => null,
    cell: ({ id, title }, { tabIndex }) => (
      <button
        type="button"
        className="button quiet icon"
        tabIndex={tabIndex}
        aria-label={`Delete ${title}`}
        title={`Delete ${title}`}
        onClick={() => remove(id)}
      >
        <Icon name="close" size={15} />
      </button>
    ),
  },
]
