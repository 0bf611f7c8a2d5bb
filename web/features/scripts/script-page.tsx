import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { IpaScriptDetail } from '#contract/ipa-scripts.ts'
import { asApiError } from '#web/api/errors.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { ScriptHelp } from './help.tsx'
import { PackageBrowser } from './package-browser.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { ScriptDialog } from './script-dialog.tsx'
import { ScriptFacts } from './script-facts.tsx'
import './scripts.css'
import { statusTags } from './texts.ts'
import { useDeleteScript } from './use-delete-script.ts'
import { useScript } from './use-scripts.ts'

const crumbs = [
  { title: 'Dashboard', path: pagePath('home', {}) },
  { title: 'Scripts', path: pagePath('scripts', {}) },
]

/** One script: its versions, what is in them, and its review. The address says which version and file are shown. */
export function ScriptPage() {
  const { scriptId } = useParams({ strict: false })
  const id = Number(scriptId)
  const isScript = Number.isInteger(id) && id > 0
  const { data, error, refetch } = useScript(isScript ? id : 0)
  const [editing, setEditing] = useState(false)
  const remove = useDeleteScript(() => goTo(pagePath('scripts', {})))
  useEffect(() => {
    if (!isScript) goTo(pagePath('scripts', {}), { replace: true })
  }, [isScript])
  const why = 'Only its owner and administrators change a script'
  return (
    <>
      <PageHeader
        title={data?.name ?? 'Script'}
        crumbs={crumbs}
        help={{ title: 'Scripts', text: <ScriptHelp /> }}
        beside={data ? <Tag tone={statusTags[data.status].tone}>{statusTags[data.status].word}</Tag> : null}
        actions={
          data ? (
            <>
              <PageLink page="configurations" params={{ scriptId: id }} className="button">
                Configurations
              </PageLink>
              <button
                type="button"
                className="button"
                disabled={!data.may_edit}
                title={data.may_edit ? 'Change its texts, or upload a new version' : why}
                onClick={() => setEditing(true)}
              >
                Edit
              </button>
              <button
                type="button"
                className="button danger"
                disabled={!data.may_delete}
                title={data.may_delete ? undefined : why}
                onClick={() => remove(data)}
              >
                Delete
              </button>
            </>
          ) : null
        }
      />
      {error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <div className="panel" style={{ height: 320 }} role="status" aria-label="Loading" /> : null}
      {data ? <Shown script={data} /> : null}
      {editing && data ? (
        <ScriptDialog script={data} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />
      ) : null}
    </>
  )
}

function Shown({ script }: { script: IpaScriptDetail }) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const asked = Number(search.version)
  const version = script.versions.find(({ number }) => number === asked) ?? script.versions[0]
  if (version === undefined) return null
  const show = (change: { version?: number; file?: string }) =>
    void navigate({
      to: '.',
      search: {
        ...(change.version === undefined
          ? search.version === undefined
            ? {}
            : { version: search.version }
          : { version: String(change.version) }),
        ...(change.file === undefined ? {} : { file: change.file }),
      },
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="script-page">
      <ScriptFacts script={script} version={version} onVersion={(number) => show({ version: number })} />
      {script.may_review ? (
        <ReviewPanel script={script} version={version} onNewest={() => show({ version: script.version })} />
      ) : null}
      <PackageBrowser
        scriptId={script.id}
        version={version.number}
        file={typeof search.file === 'string' ? search.file : null}
        onFile={(file) => show({ file })}
      />
    </div>
  )
}
