import { after, before, firstPart, hasAfter, hasBefore, partNotice } from './parts.ts'
import type { RoutePart } from './parts.ts'

interface PartNoticeProps {
  part: RoutePart
  shown: number
  total: number
  isChanging: boolean
  onPart: (part: RoutePart) => void
}

/** That there are more points than are shown, and how to see them. */
export function PartNotice({ part, shown, total, isChanging, onPart }: PartNoticeProps) {
  const notice = partNotice(part, shown, total)
  if (notice === null) return null
  return (
    <div className="map-part">
      <span role="status">{notice}</span>
      {part.kind === 'part' ? (
        <>
          <button type="button" className="button" disabled={!hasBefore(part) || isChanging} onClick={() => onPart(before(part))}>
            Previous part
          </button>
          <button
            type="button"
            className="button"
            disabled={!hasAfter(part, total) || isChanging}
            onClick={() => onPart(after(part))}
          >
            Next part
          </button>
          <button type="button" className="button" disabled={isChanging} onClick={() => onPart({ kind: 'spread' })}>
            Whole route
          </button>
        </>
      ) : (
        <button type="button" className="button" disabled={isChanging} onClick={() => onPart(firstPart)}>
          Part by part
        </button>
      )}
    </div>
  )
}
