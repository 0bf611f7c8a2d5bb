import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Result, ResultFile } from '#contract/ipa-results.ts'
import { asApiError } from '#web/api/errors.ts'
import { AnalysisNotice } from '#web/features/analysis-status/notice.tsx'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { counted } from '#web/format/counts.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import type { ResultAct } from './actions.tsx'
import { resultColumns } from './columns.tsx'
import { ResultDetails } from './details-dialog.tsx'
import { ResultDock } from './dock.tsx'
import type { ChosenFile } from './dock.tsx'
import { ResultsHelp } from './help.tsx'
import './results.css'
import { ResultSearchForm } from './search-form.tsx'
import { queryOfSearch, searchOfQuery } from './search-state.ts'
import type { ResultSearch } from './search-state.ts'
import { ShareDialog } from './share-dialog.tsx'
import { ResultTabs } from './tabs.tsx'
import { useResultActs } from './use-result-acts.ts'
import { mostResults, useResults } from './use-results.ts'
import { ResultViewDialog } from './view-dialog.tsx'

const rowKey = ({ id }: Result) => String(id)

/** Results of analyses: found, looked at, shared, taken home. The address holds the search. */
export function ResultsPage() {
  const zone = useZone()
  const administrator = isAdministrator(useUser())
  const query = useSearch({ strict: false })
  const search = useMemo(() => searchOfQuery(query), [query])
  const { data, error, isPending, refetch } = useResults(search)
  const acts = useResultActs()
  const [chosen, setChosen] = useState<ReadonlyMap<number, ChosenFile>>(new Map())
  const [viewed, setViewed] = useState<ResultFile | null>(null)
  const [sharing, setSharing] = useState<Result | 'chosen' | null>(null)
  const rows = data?.rows ?? []
  const chosenIds = useMemo(() => new Set(chosen.keys()), [chosen])
  const go = (change: Partial<ResultSearch>) =>
    goTo(pagePath('results', {}, queryOfSearch({ ...search, ...change })), { replace: true })

  const choose = (result: Result, file: ResultFile) =>
    setChosen((before) => {
      const after = new Map(before)
      if (!after.delete(file.id)) after.set(file.id, { file, result })
      return after
    })

  const act = ({ kind, result }: ResultAct) => {
    if (kind === 'details') go({ result: result.id })
    else if (kind === 'share') setSharing(result)
    else if (kind === 'download') acts.download.mutate({ results: [result.id] })
    else if (kind === 'repeat') acts.repeat.mutate(result)
    else if (kind === 'cancel') acts.cancel.mutate(result)
    else if (window.confirm(`Delete result ${result.id} with ${counted(result.files.length, 'file')}?`))
      acts.remove.mutate(result)
  }
  const removeChosen = () => {
    if (!window.confirm(`Delete ${counted(chosen.size, 'file')}?`)) return
    acts.removeFiles.mutate([...chosen.keys()], { onSettled: () => setChosen(new Map()) })
  }
  const columns = useMemo(
    () => resultColumns({ zone, chosen: chosenIds, onChoose: choose, onView: setViewed, onAct: act }),
    // The handlers only reach for the search, which the address changes.
    [zone, chosenIds, search], // eslint-disable-line
  )

  return (
    <>
      <PageHeader
        title="Results"
        crumbs={[{ title: 'IPA', path: pagePath('howItWorks', {}) }]}
        actions={
          <PageLink page="runQueue" className="button">
            Run queue
          </PageLink>
        }
        help={{ title: 'Results', text: <ResultsHelp /> }}
      />
      <AnalysisNotice />
      <ResultSearchForm key={`${search.start} ${search.end} ${search.hasResults}`} searched={search} zone={zone} onSearch={go} />
      <ResultTabs search={search} administrator={administrator} onChange={go} />
      <DataGrid
        label="Results"
        {...{ columns, rows, rowKey }}
        tallRows
        filters
        loading={isPending}
        coverBottom={chosen.size > 0 ? 60 : 0}
        onOpen={(result) => go({ result: result.id })}
        problem={
          error && data === undefined ? (
            <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
          ) : undefined
        }
        empty={<NoResults search={search} />}
        tools={
          data !== undefined && data.total > mostResults ? (
            <span className="quiet">
              The latest {mostResults} of {data.total}; older ones are found by their dates
            </span>
          ) : undefined
        }
      />
      {chosen.size === 0 ? null : (
        <ResultDock
          chosen={[...chosen.values()]}
          busy={acts.download.isPending}
          onDownload={() => acts.download.mutate({ files: [...chosen.keys()] })}
          onShare={() => setSharing('chosen')}
          onDelete={removeChosen}
          onClear={() => setChosen(new Map())}
        />
      )}
      {search.result === null ? null : (
        <ResultDetails
          id={search.result}
          chosen={chosenIds}
          onChoose={choose}
          onView={setViewed}
          onClose={() => go({ result: null })}
        />
      )}
      {viewed === null ? null : <ResultViewDialog file={viewed} onClose={() => setViewed(null)} />}
      {sharing === null ? null : (
        <ShareDialog
          subject={sharing === 'chosen' ? { files: [...chosen.keys()] } : { results: [sharing.id] }}
          seenBy={sharing === 'chosen' ? [] : sharing.shared_with}
          onClose={() => setSharing(null)}
        />
      )}
    </>
  )
}

function NoResults({ search }: { search: ResultSearch }) {
  const isSearched = search.start !== null || search.end !== null || search.hasResults || search.analyzer !== null
  if (isSearched) return <EmptyState title="No results found" text="Change the dates, or show all results." />
  return (
    <EmptyState
      title="No results yet"
      text={
        search.type === 'ingress'
          ? 'An active ingress analyzer makes one for every new upload that its dataset matches.'
          : 'Run an analyzer: what its script writes appears here.'
      }
    >
      <PageLink page="analyzers" className="button primary">
        Analyzers
      </PageLink>
    </EmptyState>
  )
}
