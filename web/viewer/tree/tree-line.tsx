import { Icon } from '#web/ui/icon.tsx'
import type { SeriesLook } from '../plot/plot-line.ts'
import { dragSignal } from './signal-drag.ts'
import type { TreeRow } from './tree-rows.ts'

export const treeRowHeight = 27

interface Line {
  id: string
  row: TreeRow
  top: number
  /** How deep groups lie: 2 where several recordings are open. */
  depth: 1 | 2
  isActive: boolean
  look: SeriesLook | undefined
  onPress: (together: boolean) => void
  /** Whether a signal is a favourite; null: nobody has any. */
  star: { readonly isOn: boolean; readonly toggle: () => void } | null
}

/** One line of the tree: a recording, a message with its signals, or a signal that may be dragged into a plot. */
export function TreeLine({ id, row, top, depth, isActive, look, onPress, star }: Line) {
  const mark = `${depth === 2 && row.kind !== 'recording' ? ' deep' : ''}${isActive ? ' active' : ''}`
  const place = { height: treeRowHeight, transform: `translateY(${top}px)` }
  if (row.kind !== 'signal') {
    const { bus, title, id: identifier, count } = headOf(row)
    return (
      <div
        id={id}
        role="treeitem"
        aria-level={row.kind === 'recording' ? 1 : depth}
        aria-expanded={row.isOpen}
        aria-selected={false}
        className={`tree-group${row.kind === 'recording' ? ' recording' : ''}${mark}`}
        style={place}
        onClick={() => onPress(false)}
        title={`${[bus, title, identifier].filter((part) => part !== '').join(' · ')}: ${count} signals`}
      >
        <Icon name={row.isOpen ? 'down' : 'right'} size={14} />
        <span className="tree-name">
          {bus ? `${bus} · ` : ''}
          {title}
        </span>
        <span className="tree-unit mono">{identifier}</span>
      </div>
    )
  }
  const { signal } = row.listed
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={look !== undefined}
      className={`tree-signal${mark}${look ? ' on' : ''}`}
      style={place}
      draggable
      onDragStart={(event) => dragSignal(event, row.key, signal.name)}
      onClick={(event) => {
        // The second click of two plots it as one does.
        if (event.detail < 2) onPress(event.shiftKey)
      }}
      title={[signal.name, signal.comment].filter((part) => part !== '').join(': ')}
    >
      <span className="tree-dot" style={look ? { background: `var(${look.color})` } : undefined} />
      <span className="tree-name">{signal.name}</span>
      <span className="tree-unit">{signal.kind === 'text' ? 'text' : signal.names.size > 0 ? 'enum' : signal.unit}</span>
      {star === null ? null : (
        <button
          type="button"
          className="tree-star"
          tabIndex={-1}
          aria-label={`${signal.name} is a favourite`}
          aria-pressed={star.isOn}
          title={star.isOn ? 'No longer a favourite (F)' : 'Make it a favourite (F)'}
          onClick={(event) => {
            event.stopPropagation()
            star.toggle()
          }}
        >
          <Icon name="star" size={14} />
        </button>
      )}
    </div>
  )
}

function headOf(row: Exclude<TreeRow, { kind: 'signal' }>) {
  if (row.kind === 'group') return { ...row.group, count: row.group.signals.length }
  const { title, groups } = row.recording
  return { bus: '', title, id: '', count: groups.reduce((sum, { signals }) => sum + signals.length, 0) }
}
