import { useMemo, useState } from 'react'
import type { IpaScript } from '#contract/ipa-scripts.ts'
import { asApiError } from '#web/api/errors.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { ScriptHelp } from './help.tsx'
import { scriptColumns } from './script-columns.tsx'
import { ScriptDialog } from './script-dialog.tsx'
import './scripts.css'
import { useScripts, useUploaders } from './use-scripts.ts'

const rowKey = ({ id }: IpaScript) => String(id)
const open = ({ id }: IpaScript) => goTo(pagePath('script', { scriptId: id }))

/** The analysis scripts of the organization. */
export function ScriptsPage() {
  const zone = useZone()
  const administrator = isAdministrator(useUser())
  const uploaders = useUploaders()
  const [editing, setEditing] = useState<IpaScript | 'new' | null>(null)
  const { data, error, refetch, isPending } = useScripts()
  const columns = useMemo(() => scriptColumns(zone, setEditing), [zone])
  const waiting = data?.filter(({ may_review }) => may_review).length ?? 0
  const add =
    administrator || uploaders === 'everyone' ? (
      <button type="button" className="button primary" onClick={() => setEditing('new')}>
        Add
      </button>
    ) : null
  return (
    <>
      <PageHeader
        title="Scripts"
        crumbs={[{ title: 'Dashboard', path: pagePath('home', {}) }]}
        actions={add}
        help={{ title: 'Scripts', text: <ScriptHelp /> }}
      />
      {error && data === undefined ? (
        <ErrorCard error={asApiError(error)} retry={() => void refetch()} />
      ) : (
        <DataGrid
          label="Scripts"
          columns={columns}
          rows={data ?? []}
          rowKey={rowKey}
          loading={isPending}
          filters
          onOpen={open}
          tools={
            waiting > 0 ? (
              <span className="quiet">{waiting === 1 ? '1 script waits' : `${waiting} scripts wait`} for your review</span>
            ) : null
          }
          empty={
            <EmptyState
              title="No scripts yet"
              text="A script is a zip with Python code that analyses recordings: over the archive, or over every new upload."
            >
              {add}
              <PageLink page="howItWorks" className="button">
                How it Works
              </PageLink>
            </EmptyState>
          }
        />
      )}
      {editing === null ? null : (
        <ScriptDialog
          {...(editing === 'new' ? {} : { script: editing })}
          onClose={() => setEditing(null)}
          onSaved={() => setEditing(null)}
        />
      )}
    </>
  )
}
