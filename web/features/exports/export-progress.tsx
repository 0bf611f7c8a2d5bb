import { useEffect, useRef } from 'react'
import { hasEnded } from './job-of-each.ts'
import { useJobs } from './use-jobs.ts'

interface Given {
  jobs: readonly number[]
  /** More exported files are there than before. */
  onArrived: () => void
  /** Nobody needs to be told of these jobs any more. */
  onSeen: () => void
}

/** How far the exports of this page are; what they write appears in the rows by itself. */
export function ExportProgress({ jobs, onArrived, onSeen }: Given) {
  const { data = [] } = useJobs(jobs)
  const finished = data.filter(({ runStatus }) => runStatus === 'FINISHED').length
  const failed = data.filter(({ runStatus }) => runStatus === 'ERROR' || runStatus === 'CANCELED').length
  const known = useRef(0)
  useEffect(() => {
    if (finished > known.current) onArrived()
    known.current = finished
  }, [finished, onArrived])

  const all = data.length > 0 && data.every(hasEnded)
  return (
    <span className="groups-arrivals" role="status">
      {all ? `${finished} of ${jobs.length} exported` : `Exporting: ${finished} of ${jobs.length}`}
      {failed > 0 ? `, ${failed} failed` : ''}
      {all ? (
        <button type="button" className="button" onClick={onSeen}>
          OK
        </button>
      ) : null}
    </span>
  )
}
