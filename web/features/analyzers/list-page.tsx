import { useMemo, useState } from 'react'
import type { Analyzer } from '#contract/analyzers.ts'
import { asApiError } from '#web/api/errors.ts'
import { AnalysisNotice } from '#web/features/analysis-status/notice.tsx'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import './analyzers.css'
import type { AnalyzerAct } from './columns.tsx'
import { analyzerColumns } from './columns.tsx'
import { CoverageDialog } from './coverage-dialog.tsx'
import { AnalyzerDialog } from './form-dialog.tsx'
import { AnalyzerHelp } from './help.tsx'
import { useAnalyzers } from './use-analyzers.ts'

const rowKey = ({ id }: Analyzer) => String(id)

/** The analyzers of the organization. */
export function AnalyzersPage() {
  const zone = useZone()
  const [act, setAct] = useState<AnalyzerAct | 'add' | null>(null)
  const { data, error, refetch, isPending } = useAnalyzers(act !== null)
  const columns = useMemo(() => analyzerColumns(zone, setAct), [zone])
  const close = () => setAct(null)
  const add = (
    <button type="button" className="button primary" onClick={() => setAct('add')}>
      Add
    </button>
  )
  return (
    <>
      <PageHeader
        title="Analyzers"
        crumbs={[{ title: 'Dashboard', path: pagePath('home', {}) }]}
        actions={add}
        help={{ title: 'Analyzers', text: <AnalyzerHelp /> }}
      />
      <AnalysisNotice />
      {error && data === undefined ? (
        <ErrorCard error={asApiError(error)} retry={() => void refetch()} />
      ) : (
        <DataGrid
          label="Analyzers"
          columns={columns}
          rows={data ?? []}
          rowKey={rowKey}
          loading={isPending}
          filters
          onOpen={(analyzer) => {
            if (analyzer.may_edit) setAct({ kind: 'edit', analyzer })
          }}
          empty={
            <EmptyState
              title="No analyzers yet"
              text="An analyzer runs a script over a dataset: when you say so, or on every new upload."
            >
              {add}
            </EmptyState>
          }
        />
      )}
      {act === 'add' ? <AnalyzerDialog onClose={close} /> : null}
      {act !== null && act !== 'add' && act.kind === 'edit' ? <AnalyzerDialog analyzer={act.analyzer} onClose={close} /> : null}
      {act !== null && act !== 'add' && act.kind === 'coverage' ? (
        <CoverageDialog analyzer={act.analyzer} onClose={close} />
      ) : null}
    </>
  )
}
