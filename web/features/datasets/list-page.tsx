import { useMemo, useState } from 'react'
import type { ListedDataset } from '#contract/datasets.ts'
import { asApiError } from '#web/api/errors.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import type { DatasetAct } from './columns.tsx'
import { datasetColumns } from './columns.tsx'
import './datasets.css'
import { FilesDialog } from './files-dialog.tsx'
import { DatasetHelp } from './help.tsx'
import { SaveDatasetDialog } from './save-dialog.tsx'
import { TypeDialog } from './type-dialog.tsx'
import { useDatasets } from './use-datasets.ts'

const rowKey = ({ id }: ListedDataset) => String(id)

/** The user's datasets; for administrators those of everybody in the organization. */
export function DatasetsPage() {
  const zone = useZone()
  const administrator = isAdministrator(useUser())
  const [act, setAct] = useState<DatasetAct | 'add' | null>(null)
  const { data, error, refetch, isPending } = useDatasets()
  const columns = useMemo(() => datasetColumns(zone, setAct), [zone])
  const close = () => setAct(null)
  const add = (
    <button
      type="button"
      className="button primary"
      onClick={() => (administrator ? setAct('add') : goTo(pagePath('datasetGenerate', {})))}
    >
      Add
    </button>
  )
  return (
    <>
      <PageHeader
        title="Data Sets"
        crumbs={[{ title: 'Dashboard', path: pagePath('home', {}) }]}
        actions={add}
        help={{ title: 'Data Sets', text: <DatasetHelp /> }}
      />
      {error && data === undefined ? (
        <ErrorCard error={asApiError(error)} retry={() => void refetch()} />
      ) : (
        <DataGrid
          label="Data Sets"
          columns={columns}
          rows={data ?? []}
          rowKey={rowKey}
          loading={isPending}
          filters
          onOpen={(dataset) => setAct({ kind: 'files', dataset })}
          empty={
            <EmptyState
              title="No data sets yet"
              text="A data set says which files an analyzer reads. Choose files of the archive here, or select them in Data Groups and save the selection."
            >
              {add}
            </EmptyState>
          }
        />
      )}
      {act === 'add' ? <TypeDialog onClose={close} /> : null}
      {act !== null && act !== 'add' && act.kind === 'files' ? <FilesDialog dataset={act.dataset} onClose={close} /> : null}
      {act !== null && act !== 'add' && act.kind === 'edit' ? (
        <SaveDatasetDialog of={act.dataset} onClose={close} onSaved={close} />
      ) : null}
    </>
  )
}
