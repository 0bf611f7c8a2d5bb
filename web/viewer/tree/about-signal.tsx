import { valueText } from '../plot/value-text.ts'
import type { TreeRow } from './tree-rows.ts'

/** What is known of the signal that the tree stands on. */
export function AboutSignal({ row }: { row: TreeRow | undefined }) {
  if (row?.kind !== 'signal') return null
  const { signal } = row.listed
  const { bus, title, id } = row.group
  const range = Number.isFinite(signal.least) ? `${valueText(signal.least)} to ${valueText(signal.greatest)}` : null
  const values = signal.kind === 'text' ? 'text' : [range, signal.unit].filter((part) => part).join(' ')
  return (
    <div className="tree-about" aria-label="About the signal" role="note">
      <strong>{signal.name}</strong>
      <span>{[bus, title, id].filter((part) => part !== '').join(' · ')}</span>
      <span>
        {values === '' ? '' : `${values} · `}
        {signal.count.toLocaleString('en')} samples
      </span>
      {signal.comment === '' ? null : <span className="quiet">{signal.comment}</span>}
    </div>
  )
}
