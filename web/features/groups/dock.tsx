import type { ReactNode } from 'react'
import type { UploadRow } from '#contract/archive.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { useNarrow } from '#web/ui/data-grid/use-narrow.ts'
import { downloadVersion } from './download.ts'
import { useSelection } from './selection-store.ts'
import type { SelectionStore } from './selection-store.ts'
import { nothingChosen, summaryOf } from './selection.ts'

/** What comes in later versions, with the reason it cannot be used now. */
const later = [
  { label: 'Create Download', reason: 'One zip of several files comes in a later version; single files can be downloaded now' },
  { label: 'Export Selections', reason: 'Export to other formats comes in a later version' },
  { label: 'Move to Recycling', reason: 'Recycling comes in a later version; nothing can be deleted now' },
] as const

/** The bar at the bottom: what is selected and what can be done with it, and the pages. */
export function Dock({ store, rows, pager }: { store: SelectionStore; rows: readonly UploadRow[]; pager: ReactNode }) {
  const selection = useSelection(store)
  const narrow = useNarrow()
  const { count, size } = summaryOf(selection)
  const [only] = selection.versions.values()
  const shown = new Set(rows.flatMap(({ versions }) => versions.map(({ id }) => id)))
  const elsewhere = [...selection.versions.keys()].filter((id) => !shown.has(id)).length
  const clear = () => store.change(() => nothingChosen)
  const reason = count === 1 ? undefined : later[0].reason
  return (
    <div className={count > 0 ? 'dock on' : 'dock'} role="region" aria-label="Selection and pages">
      {count > 0 ? (
        <div className="dock-chosen">
          <span className="dock-count" role="status">
            <strong>{count} files</strong> ({formatBytes(size)}) selected
            {elsewhere > 0 ? <span className="quiet"> · {elsewhere} on other pages</span> : null}
          </span>
          <button
            type="button"
            className="button primary"
            aria-disabled={reason !== undefined}
            title={reason ?? only?.fileName}
            onClick={() => only && count === 1 && void downloadVersion(only.id)}
          >
            <Icon name="download" size={16} /> Download
          </button>
          {narrow ? (
            <Menu
              align="end"
              trigger={{
                className: 'button',
                'aria-label': 'More for the selection',
                children: (
                  <>
                    More <Icon name="down" size={14} />
                  </>
                ),
              }}
            >
              <MenuButton onClick={clear}>Clear Selections</MenuButton>
              {later.map(({ label, reason: why }) => (
                <MenuButton key={label} aria-disabled="true" title={why}>
                  {label}
                </MenuButton>
              ))}
            </Menu>
          ) : (
            <>
              {later.slice(0, 2).map(({ label, reason: why }) => (
                <button key={label} type="button" className="button" aria-disabled="true" title={why}>
                  {label}
                </button>
              ))}
              <button type="button" className="button quiet" onClick={clear}>
                Clear Selections
              </button>
              <button type="button" className="button quiet" aria-disabled="true" title={later[2].reason}>
                {later[2].label}
              </button>
            </>
          )}
        </div>
      ) : (
        <span className="quiet dock-hint">{narrow ? '' : 'Click a file type to select it'}</span>
      )}
      {pager}
    </div>
  )
}
