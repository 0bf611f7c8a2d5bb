import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Configuration } from '#contract/ipa-configurations.ts'
import { asApiError } from '#web/api/errors.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { ConfigurationDialog } from './configuration-dialog.tsx'
import type { ConfigurationDraft } from './configuration-dialog.tsx'
import { ConfigurationViewer } from './configuration-viewer.tsx'
import { configurationColumns } from './configuration-columns.tsx'
import './scripts.css'
import { useConfigurationActs } from './use-configuration-acts.ts'
import { useConfigurations, useScript } from './use-scripts.ts'

const rowKey = ({ id }: Configuration) => String(id)

/** The configurations of one script. */
export function ConfigurationsPage() {
  const { scriptId } = useParams({ strict: false })
  const id = Number(scriptId)
  const isScript = Number.isInteger(id) && id > 0
  useEffect(() => {
    if (!isScript) goTo(pagePath('scripts', {}), { replace: true })
  }, [isScript])
  return <OfScript key={id} id={isScript ? id : 0} />
}

function OfScript({ id }: { id: number }) {
  const zone = useZone()
  const script = useScript(id)
  const { data, error, refetch, isPending } = useConfigurations(id)
  const [viewed, setViewed] = useState<Configuration | null>(null)
  const [draft, setDraft] = useState<ConfigurationDraft | null>(null)
  const { save, remove } = useConfigurationActs(id)
  const columns = useMemo(
    () => configurationColumns(zone, { onView: setViewed, onSave: save, onDelete: remove }),
    [zone, save, remove],
  )
  const add = (
    <button type="button" className="button primary" onClick={() => setDraft({ text: null, filename: null })}>
      Add
    </button>
  )
  const name = script.data?.name
  return (
    <>
      <PageHeader
        title="Configurations"
        crumbs={[{ title: 'Scripts', path: pagePath('scripts', {}) }]}
        beside={name === undefined ? null : <span className="quiet">of {name}</span>}
        actions={add}
        help={{
          title: 'Configurations',
          text: 'A configuration steers a script: thresholds, names of signals, expressions. It is a file, mostly an .asl, which is JSON. An analyzer runs a script with one of its configurations; a run keeps the bytes that it ran with, so that changing one changes no result.',
        }}
      />
      {error && data === undefined ? (
        <ErrorCard error={asApiError(error)} retry={() => void refetch()} />
      ) : (
        <DataGrid
          label="Configurations"
          columns={columns}
          rows={data ?? []}
          rowKey={rowKey}
          loading={isPending}
          filters
          onOpen={setViewed}
          empty={
            <EmptyState
              title="No configurations yet"
              text="A script may need none; where it does, add the file that it reads: thresholds, names of signals, expressions."
            >
              {add}
            </EmptyState>
          }
        />
      )}
      {viewed ? (
        <ConfigurationViewer
          configuration={viewed}
          onClose={() => setViewed(null)}
          onCopy={(text) => {
            setDraft({ text, filename: viewed.filename })
            setViewed(null)
          }}
        />
      ) : null}
      {draft ? <ConfigurationDialog scriptId={id} draft={draft} onClose={() => setDraft(null)} /> : null}
    </>
  )
}
