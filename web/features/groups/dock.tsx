import { useState } from 'react'
import type { ReactNode } from 'react'
import type { UploadRow } from '#contract/archive.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { mayUseAnalyses } from '#web/features/session/roles.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { useNarrow } from '#web/ui/data-grid/use-narrow.ts'
import { SelectionDialog } from './selection-dialogs.tsx'
import type { SelectionAct } from './selection-dialogs.tsx'
import { useSelection } from './selection-store.ts'
import type { SelectionStore } from './selection-store.ts'
import { nothingChosen, summaryOf } from './selection.ts'

interface DockProps {
  store: SelectionStore
  rows: readonly UploadRow[]
  onRecycled: () => void
  onScheduled: (jobs: readonly number[]) => void
  pager: ReactNode
}

/** The bar at the bottom: what is selected and what can be done with it, and the pages. */
export function Dock({ store, rows, onRecycled, onScheduled, pager }: DockProps) {
  const selection = useSelection(store)
  const narrow = useNarrow()
  const analyses = mayUseAnalyses(useUser())
  const [act, setAct] = useState<SelectionAct | null>(null)
  const { count, size } = summaryOf(selection)
  const shown = new Set(rows.flatMap(({ versions }) => versions.map(({ id }) => id)))
  const elsewhere = [...selection.versions.keys()].filter((id) => !shown.has(id)).length
  const clear = () => store.change(() => nothingChosen)
  return (
    <div className={count > 0 ? 'dock on' : 'dock'} role="region" aria-label="Selection and pages">
      {count > 0 ? (
        <div className="dock-chosen">
          <span className="dock-count" role="status">
            <strong>{count} files</strong> ({formatBytes(size)}) selected
            {elsewhere > 0 ? <span className="quiet"> · {elsewhere} on other pages</span> : null}
          </span>
          <button type="button" className="button primary" onClick={() => setAct('download')}>
            Create Download
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
              <MenuButton onClick={() => setAct('export')}>Export Selections</MenuButton>
              {analyses ? <MenuButton onClick={() => setAct('dataset')}>Save as Data Set</MenuButton> : null}
              <MenuButton onClick={clear}>Clear Selections</MenuButton>
              <MenuButton onClick={() => setAct('recycle')}>Move to Recycling</MenuButton>
            </Menu>
          ) : (
            <>
              <button type="button" className="button" onClick={() => setAct('export')}>
                Export Selections
              </button>
              {analyses ? (
                <button type="button" className="button" onClick={() => setAct('dataset')}>
                  Save as Data Set
                </button>
              ) : null}
              <button type="button" className="button quiet" onClick={clear}>
                Clear Selections
              </button>
              <button type="button" className="button quiet danger" onClick={() => setAct('recycle')}>
                Move to Recycling
              </button>
            </>
          )}
        </div>
      ) : (
        <span className="quiet dock-hint">{narrow ? '' : 'Click a file type to select it'}</span>
      )}
      {pager}
      {act === null ? null : <SelectionDialog {...{ act, store, onRecycled, onScheduled }} onClose={() => setAct(null)} />}
    </div>
  )
}
