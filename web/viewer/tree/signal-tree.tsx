import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import type { SeriesLook } from '../plot/plot-line.ts'
import { AboutSignal } from './about-signal.tsx'
import { TreeLine, treeRowHeight as rowHeight } from './tree-line.tsx'
import type { TreeRecording, TreeRow } from './tree-rows.ts'
import { treeRows } from './tree-rows.ts'
import './signal-tree.css'

interface Given {
  recordings: readonly TreeRecording[]
  /** The look of the signals that are plotted, by key. */
  plotted: ReadonlyMap<string, SeriesLook>
  /** `together`: into the last plot rather than one of its own. */
  onToggle: (key: string, together: boolean) => void
  /** Null: there is nobody to keep them for. */
  favourites: TreeFavourites | null
}

/** Signals that somebody marked with a star, by key. */
export interface TreeFavourites {
  readonly has: (key: string) => boolean
  readonly toggle: (key: string) => void
}

/**
 * All signals by message: a click or Enter plots one, again takes it away; with Shift it joins the last plot; dragged it
 * goes where it is dropped. A star, or the key F, makes it a favourite.
 */
export function SignalTree({ recordings, plotted, onToggle, favourites }: Given) {
  const treeId = useId()
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(0)
  const [starred, setStarred] = useState(false)
  const passes = starred && favourites !== null ? favourites.has : null
  const scroll = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => treeRows(recordings, search, closed, passes), [recordings, search, closed, passes])
  const count = useMemo(
    () => recordings.flatMap(({ groups }) => groups).reduce((sum, { signals }) => sum + signals.length, 0),
    [recordings],
  )
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    useFlushSync: false,
  })
  const at = Math.min(active, rows.length - 1)

  function go(to: number) {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setActive(next)
    lines.scrollToIndex(next)
  }
  function fold(row: TreeRow | undefined, open: boolean) {
    if (row === undefined || row.kind === 'signal') return
    setClosed((before) => {
      const after = new Set(before)
      if (open) after.delete(row.key)
      else after.add(row.key)
      return after
    })
  }
  function act(row: TreeRow | undefined, together: boolean) {
    if (row === undefined) return
    if (row.kind !== 'signal') fold(row, !row.isOpen)
    else onToggle(row.key, together)
  }
  function press(event: KeyboardEvent) {
    const row = rows[at]
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowHeight) - 1)
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      PageDown: () => go(at + page),
      PageUp: () => go(at - page),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row?.kind !== 'signal' && row?.isOpen === false ? fold(row, true) : go(at + 1)),
      ArrowLeft: () => (row?.kind === 'signal' ? go(rows.findIndex(({ key }) => key === row.group.key)) : fold(row, false)),
      Enter: () => act(row, event.shiftKey),
      ' ': () => act(row, event.shiftKey),
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (favourites !== null && row?.kind === 'signal') moves['f'] = () => isPlain && favourites.toggle(row.key)
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }

  return (
    <div className="tree">
      <div className="tree-filter">
        <input
          type="search"
          className="input"
          aria-label="Search signals"
          placeholder={`Search ${count.toLocaleString('en')} ${count === 1 ? 'signal' : 'signals'}`}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setActive(0)
          }}
        />
        {favourites === null ? null : (
          <button
            type="button"
            className="button icon tree-starred"
            aria-label="Favourites only"
            aria-pressed={starred}
            title="Favourites only"
            onClick={() => {
              setStarred(!starred)
              setActive(0)
            }}
          >
            <Icon name="star" size={16} />
          </button>
        )}
      </div>
      <div
        ref={scroll}
        className="tree-scroll"
        role="tree"
        aria-label="Signals"
        aria-multiselectable="true"
        tabIndex={0}
        aria-activedescendant={rows[at] ? `${treeId}-${at}` : undefined}
        onKeyDown={press}
      >
        {rows.length > 0 ? null : (
          <p className="tree-nothing quiet">
            {passes === null || search.trim() !== ''
              ? `No ${passes === null ? 'signal' : 'favourite'} has this in its name, message or identifier.`
              : 'None of these signals is a favourite: mark them with the star at the end of their line, or with the key F.'}
          </p>
        )}
        <div role="presentation" style={{ height: lines.getTotalSize(), position: 'relative' }}>
          {lines.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index]
            return row ? (
              <TreeLine
                key={key}
                id={`${treeId}-${index}`}
                row={row}
                top={start}
                depth={recordings.length > 1 ? 2 : 1}
                isActive={index === at}
                look={plotted.get(row.key)}
                star={favourites === null ? null : { isOn: favourites.has(row.key), toggle: () => favourites.toggle(row.key) }}
                onPress={(together) => {
                  setActive(index)
                  act(row, together)
                }}
              />
            ) : null
          })}
        </div>
      </div>
      <AboutSignal row={rows[at]} />
    </div>
  )
}
