import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { deleteNotification, listNotifications, readAllNotifications, updateNotification } from '#contract/notification-inbox.ts'
import type { Notification } from '#contract/notification-inbox.ts'
import { call, exchange } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { pageCountOf } from '#web/ui/data-grid/page-number.ts'
import { Pager } from '#web/ui/data-grid/pager.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { showToast } from '#web/ui/toast.ts'
import { notificationColumns } from './columns.tsx'
import './notifications.css'
import { notificationPollMs } from './use-notifications.ts'

const pageSize = 100
const rowKey = ({ id }: Notification) => String(id)

/** What the user has been told, newest first. */
export function NotificationsPage() {
  const zone = useZone()
  const client = useQueryClient()
  const [onlyUnread, setOnlyUnread] = useState(false)
  const [page, setPage] = useState(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['notifications', 'list', onlyUnread, page],
    queryFn: async ({ signal }) => {
      const query = { unread: onlyUnread ? 'true' : 'false', offset: (page - 1) * pageSize, max: pageSize } as const
      const { answer, headers } = await exchange(listNotifications, { query, signal })
      return { rows: answer, total: Number(headers.get('total')) }
    },
    placeholderData: keepPreviousData,
    ...live(['notification'], notificationPollMs),
  })
  const changed = {
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications'] }),
    onError: (raised: unknown) => showToast(asApiError(raised).message, 'error', 4000),
  }
  const { mutate: mark } = useMutation({
    mutationFn: ({ id, read }: { id: number; read: boolean }) => call(updateNotification, { params: { id }, body: { read } }),
    ...changed,
  })
  const { mutate: remove } = useMutation({
    mutationFn: (id: number) => call(deleteNotification, { params: { id } }),
    ...changed,
  })
  const readAll = useMutation({ mutationFn: () => call(readAllNotifications), ...changed })
  const columns = useMemo(() => notificationColumns({ zone, mark, remove }), [zone, mark, remove])
  const rows = data?.rows ?? []
  const total = data?.total ?? 0
  const open = ({ id, path, read }: Notification) => {
    if (!read) mark({ id, read: true })
    if (path !== null) goTo(path)
  }
  return (
    <>
      <PageHeader
        title="Notifications"
        crumbs={[{ title: 'Dashboard', path: pagePath('home', {}) }]}
        actions={
          <button
            type="button"
            className="button"
            disabled={readAll.isPending || rows.every(({ read }) => read)}
            onClick={() => readAll.mutate()}
          >
            Mark all as read
          </button>
        }
        help={{
          title: 'Notifications',
          text: 'What you asked to be told, such as that a download is ready. A mail is sent too where the server has a mail server and your account an address. The last 1,000 are kept.',
        }}
      />
      <DataGrid
        label="Notifications"
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        loading={isPending}
        onOpen={open}
        problem={error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : undefined}
        tools={
          <label className="notification-filter">
            <input
              type="checkbox"
              checked={onlyUnread}
              onChange={(event) => {
                setOnlyUnread(event.target.checked)
                setPage(1)
              }}
            />
            Only unread
          </label>
        }
        empty={
          <EmptyState
            title={onlyUnread ? 'Nothing unread' : 'No notifications yet'}
            text="When you create a download, ask there to be notified; it then appears here and behind your initials at the top."
          />
        }
      />
      {total > pageSize ? <Pager page={page} pages={pageCountOf(total, pageSize)} onPage={setPage} /> : null}
    </>
  )
}
