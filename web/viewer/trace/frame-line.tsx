import { Icon } from '#web/ui/icon.tsx'
import type { Clock } from '../plot/clock.ts'
import { durationText } from '../plot/clock.ts'
import type { FrameRow, LatestFrame } from '../protocol.ts'
import { isError } from './frame-flags.ts'
import { byteText, dataText, identifierText, marksOf, timeText } from './frame-text.ts'

/** How often an identifier comes in the whole recording. */
export interface SeenOften {
  readonly frameCount: number
  readonly medianPeriodMs: number | null
}

interface Given {
  id: string
  row: FrameRow | LatestFrame
  /** Its place in the list, from 0. */
  at: number
  clock: Clock
  /** It was the newest when the cursor's moment came. */
  isMarked: boolean
  isActive: boolean
  isOpen: boolean
  /** Of the list of newest frames: what is known of its identifier. */
  seen: SeenOften | null
  onPress: () => void
  onFold: () => void
}

/** One frame. */
export function FrameLine({ id, row, at, clock, isMarked, isActive, isOpen, seen, onPress, onFold }: Given) {
  const { bus, name, length, flags } = row
  const data = dataText(row)
  const marks = marksOf(row)
  const isLatest = 'changed' in row
  const classes = ['frames-row', isMarked ? 'marked' : '', isActive ? 'active' : '', isLatest ? 'latest' : '']
  return (
    <div
      id={id}
      role="row"
      aria-level={1}
      aria-rowindex={at + 2}
      aria-expanded={isOpen}
      aria-selected={isActive}
      className={classes.filter((one) => one !== '').join(' ')}
      onClick={onPress}
      onDoubleClick={onFold}
    >
      <span role="gridcell" className="mono quiet frames-time">
        <span
          className="frames-fold"
          onClick={(event) => {
            event.stopPropagation()
            onFold()
          }}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={13} />
        </span>
        {timeText(row, clock)}
      </span>
      <span role="gridcell" className="frames-bus">
        {bus}
      </span>
      <span role="gridcell" className="mono frames-id">
        {identifierText(row)}
      </span>
      <span role="gridcell" className="frames-name" title={name ?? undefined}>
        {name ?? <span className="quiet">{isError(flags) ? 'error frame' : ''}</span>}
      </span>
      {isLatest ? (
        <>
          <span role="gridcell" className="frames-number frames-period" title={usualText(seen)}>
            {row.periodNs === null ? '–' : durationText(row.periodNs)}
          </span>
          <span role="gridcell" className="frames-number frames-count">
            {seen === null ? '' : seen.frameCount.toLocaleString('en')}
          </span>
        </>
      ) : null}
      <span role="gridcell" className="frames-number frames-length">
        {marks === '' ? null : <span className="quiet">{marks} </span>}
        {length}
      </span>
      <span role="gridcell" className="mono frames-data" title={data}>
        {isLatest && row.changed.some(Boolean) ? <ChangedBytes row={row} /> : data}
      </span>
    </div>
  )
}

const usualText = (seen: SeenOften | null): string | undefined =>
  seen?.medianPeriodMs == null ? undefined : `usually ${durationText(seen.medianPeriodMs * 1e6)}`

/** The bytes that differ from the frame before stand out. */
function ChangedBytes({ row: { data, changed, length } }: { row: LatestFrame }) {
  return (
    <>
      {Array.from(data, (byte, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a byte is its place
        <span key={i} className={changed[i] ? 'frames-changed' : undefined}>
          {byteText(byte)}{' '}
        </span>
      ))}
      {length > data.length ? '…' : ''}
    </>
  )
}
