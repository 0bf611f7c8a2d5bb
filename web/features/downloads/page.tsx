import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deleteUserDownload, listUserDownloads } from '#contract/user-downloads.ts'
import type { UserDownload } from '#contract/user-downloads.ts'
import { call, exchange } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { pollUnlessLive } from '#web/events/current-events.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { showToast } from '#web/ui/toast.ts'
import { downloadColumns } from './columns.tsx'
import './downloads.css'
import { DownloadsHelp } from './help.tsx'
import { isCompressing } from './progress.ts'
import { downloadPollMs } from './use-user-download.ts'

const rowKey = ({ id }: UserDownload) => String(id)
const mostDownloads = 500

/** The zips that the user made. */
export function DownloadsPage() {
  const zone = useZone()
  const client = useQueryClient()
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['userDownloads', 'list'],
    queryFn: async ({ signal }) => (await exchange(listUserDownloads, { query: { max: mostDownloads }, signal })).answer,
    meta: { topics: ['download'] },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => isCompressing(status.name)) ? pollUnlessLive(downloadPollMs) : false,
  })
  const { mutate: remove } = useMutation({
    mutationFn: (download: UserDownload) => call(deleteUserDownload, { params: { id: download.id } }),
    onError: (raised) => showToast(asApiError(raised).message, 'error', 4000),
    onSettled: () => client.invalidateQueries({ queryKey: ['userDownloads'] }),
  })
  const columns = useMemo(
    () =>
      downloadColumns(zone, (download) => {
        if (window.confirm(`Delete the download ${download.name}? The files in it stay in the archive.`)) remove(download)
      }),
    [zone, remove],
  )
  return (
    <>
      <PageHeader
        title="Downloads"
        crumbs={[{ title: 'Dashboard', path: pagePath('home', {}) }]}
        help={{ title: 'Downloads', text: <DownloadsHelp /> }}
      />
      <DataGrid
        label="Downloads"
        columns={columns}
        rows={data ?? []}
        rowKey={rowKey}
        loading={isPending}
        problem={
          error && data === undefined ? (
            <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
          ) : undefined
        }
        empty={
          <EmptyState
            title="No downloads yet"
            text="Select files in Data Groups and choose Create Download: one zip of them all, which can be continued after a broken connection, is then kept here for a week."
          >
            <PageLink page="groups" className="button primary">
              Data Groups
            </PageLink>
          </EmptyState>
        }
      />
    </>
  )
}
