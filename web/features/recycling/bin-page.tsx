import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { listRecycled } from '#contract/recycling.ts'
import type { RecycledFile } from '#contract/recycling.ts'
import { exchange } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { pageCountOf } from '#web/ui/data-grid/page-number.ts'
import { Pager } from '#web/ui/data-grid/pager.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { showToast } from '#web/ui/toast.ts'
import { binColumns } from './bin-columns.tsx'
import { BinDialog } from './bin-dialog.tsx'
import type { BinAct } from './bin-dialog.tsx'
import { makeChosenFiles, useChosenFiles } from './chosen-files.ts'
import { counted } from './file-list.tsx'
import { BinHelp } from './help.tsx'
import './recycling.css'

const pageSize = 100
const typingMs = 300

const rowKey = ({ id }: RecycledFile) => String(id)

/** What has been recycled, for administrators: look, restore, delete for good. */
export function RecycleBinPage() {
  const { q = '', page: pageText } = useSearch({ strict: false })
  const page = Math.max(1, Number(pageText) || 1)
  const navigate = useNavigate()
  const zone = useZone()
  const client = useQueryClient()
  const wanted = useDebounced(q, typingMs)
  const [chosen] = useState(makeChosenFiles)
  const [acting, setActing] = useState<{ act: BinAct; files: readonly RecycledFile[] } | null>(null)
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery({
    queryKey: ['recycleBin', wanted, page],
    queryFn: async ({ signal }) => {
      const query = { max: pageSize, offset: (page - 1) * pageSize, ...(wanted === '' ? {} : { q: wanted }) }
      const { answer, headers } = await exchange(listRecycled, { query, signal })
      return { files: answer, total: Number(headers.get('total')) }
    },
    placeholderData: keepPreviousData,
    meta: { topics: ['upload'] },
  })
  const rows = data?.files ?? []
  const columns = useMemo(
    () => binColumns({ zone, chosen, onRestore: (file) => setActing({ act: 'restore', files: [file] }) }),
    [zone, chosen],
  )
  const go = (search: { q?: string; page?: number }) => void navigate({ to: '.', search, replace: true })

  function close(done: number) {
    if (done > 0 && acting)
      showToast(`${counted(done)} ${acting.act === 'restore' ? 'restored' : 'deleted for good'}`, 'success', 2500)
    setActing(null)
    if (done === 0) return
    chosen.clear()
    void client.invalidateQueries({ queryKey: ['recycleBin'] })
  }

  return (
    <>
      <PageHeader
        title="Recycle bin"
        crumbs={[{ title: 'Server', path: pagePath('server', {}) }]}
        help={{ title: 'Recycle bin', text: <BinHelp /> }}
      />
      <DataGrid
        label="Recycled files"
        {...{ columns, rows, rowKey }}
        pageSize="all"
        loading={isPending || isPlaceholderData}
        marks={chosen}
        onToggle={chosen.toggle}
        problem={
          error && data === undefined ? (
            <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
          ) : undefined
        }
        tools={
          <div className="bin-tools">
            <input
              className="input"
              type="search"
              aria-label="Name contains"
              placeholder="Name contains"
              value={q}
              onChange={({ target }) => go(target.value === '' ? {} : { q: target.value })}
            />
            <BinActions rows={rows} chosen={chosen} onAct={(act, files) => setActing({ act, files })} />
          </div>
        }
        empty={
          wanted === '' ? (
            <EmptyState
              title="The recycle bin is empty"
              text="Files that are moved to recycling come here. They can be restored until they are deleted for good."
            />
          ) : (
            <EmptyState title="No recycled file has this name" text="Change or clear what is typed above." />
          )
        }
      />
      {data !== undefined && data.total > pageSize ? (
        <div className="bin-foot">
          <Pager
            page={page}
            pages={pageCountOf(data.total, pageSize)}
            onPage={(next) => go({ ...(q === '' ? {} : { q }), ...(next === 1 ? {} : { page: next }) })}
          />
        </div>
      ) : null}
      {acting ? <BinDialog {...acting} onClose={close} /> : null}
    </>
  )
}

interface ActionsProps {
  rows: readonly RecycledFile[]
  chosen: ReturnType<typeof makeChosenFiles>
  onAct: (act: BinAct, files: readonly RecycledFile[]) => void
}

/** What can be done with the chosen files of this page. */
function BinActions({ rows, chosen, onAct }: ActionsProps) {
  const ids = useChosenFiles(chosen)
  const files = rows.filter(({ id }) => ids.has(id))
  const all = rows.length > 0 && files.length === rows.length
  const why = files.length === 0 ? 'Select at least one file' : undefined
  const act = (name: BinAct) => () => {
    if (files.length > 0) onAct(name, files)
  }
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={rows.length === 0}
        onClick={() => (all ? chosen.clear() : chosen.choose(rows))}
      >
        {all ? 'Clear Selections' : 'Select All'}
      </button>
      <button type="button" className="button primary" aria-disabled={why !== undefined} title={why} onClick={act('restore')}>
        Restore
      </button>
      <button type="button" className="button danger" aria-disabled={why !== undefined} title={why} onClick={act('purge')}>
        Delete for good
      </button>
      <span className="quiet" role="status">
        {files.length > 0 ? `${counted(files.length)} selected` : ''}
      </span>
    </>
  )
}
