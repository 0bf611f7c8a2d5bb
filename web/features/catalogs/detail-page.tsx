import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { deleteCatalog } from '#contract/catalogs.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { showToast } from '#web/ui/toast.ts'
import { Assignments } from './assignments.tsx'
import './catalogs.css'
import { CatalogHelp } from './help.tsx'
import { MatchingRecordings } from './matching-recordings.tsx'
import { Messages } from './messages.tsx'
import { RenameButton } from './rename-button.tsx'
import { stateTags } from './texts.ts'
import { useCatalog } from './use-catalog.ts'
import { Versions } from './versions.tsx'

/** One catalog: where it holds, its versions, which recordings it fits, and what is in it. */
export function CatalogPage() {
  const { catalogId } = useParams({ strict: false })
  const id = Number(catalogId)
  const administrator = isAdministrator(useUser())
  const client = useQueryClient()
  const { data, error, refetch } = useCatalog(id)
  const deleting = useMutation({
    mutationFn: () => call(deleteCatalog, { params: { id } }),
    onSuccess: async () => {
      goTo(pagePath('catalogs', {}))
      await client.invalidateQueries({ queryKey: ['catalogs', 'list'] })
    },
    onError: (raised) => showToast(asApiError(raised).detail ?? asApiError(raised).message, 'error', 4000),
  })
  const crumbs = [
    { title: 'Dashboard', path: pagePath('home', {}) },
    { title: 'Catalogs', path: pagePath('catalogs', {}) },
  ]
  const why = administrator
    ? data && data.assignments.length > 0
      ? 'Take its assignments back first'
      : undefined
    : 'Only administrators delete catalogs'
  return (
    <>
      <PageHeader
        title={data?.name ?? 'Catalog'}
        crumbs={crumbs}
        help={{ title: 'Catalogs', text: <CatalogHelp /> }}
        beside={data ? <Tag tone={stateTags[data.newest.state].tone}>{stateTags[data.newest.state].word}</Tag> : null}
        actions={
          data ? (
            <>
              <RenameButton catalog={data} administrator={administrator} />
              <button
                type="button"
                className="button danger"
                disabled={why !== undefined || deleting.isPending}
                title={why}
                onClick={() => {
                  if (window.confirm(`Delete ${data.name} with all its versions?`)) deleting.mutate()
                }}
              >
                Delete
              </button>
            </>
          ) : null
        }
      />
      {error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <div className="panel" style={{ height: 240 }} aria-label="Loading" role="status" /> : null}
      {data ? (
        <div className="catalog-page">
          <div className="catalog-columns">
            <Assignments catalog={data} administrator={administrator} />
            <Versions catalog={data} administrator={administrator} />
          </div>
          {data.newest.state === 'ready' ? (
            <>
              <h2 className="catalog-heading">Recordings that it fits</h2>
              <MatchingRecordings catalogId={id} isAssigned={data.assignments.length > 0} />
              <Messages catalogId={id} number={data.newest.number} />
            </>
          ) : null}
        </div>
      ) : null}
    </>
  )
}
