import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { getResultLog } from '#contract/ipa-results.ts'
import type { LogLine, Result } from '#contract/ipa-results.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { resultPollMs } from './use-results.ts'

interface Log {
  readonly lines: readonly LogLine[]
  readonly cut: number
  readonly progress: number | null
  readonly ended: boolean
}

/** Pixels from the end within which the log keeps following it. */
const nearEnd = 40

/** What a run prints, while it prints it. */
export function ResultLog({ result: { id } }: { result: Pick<Result, 'id'> }) {
  const zone = useZone()
  const queries = useQueryClient()
  const queryKey = ['resultLog', id]
  const { data, error, refetch } = useQuery<Log>({
    queryKey,
    gcTime: 0,
    ...live(['run'], resultPollMs, (changed) => changed === null || changed.has(id)),
    // Only what came since is asked for; what is there stays.
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<Log>(queryKey)?.lines ?? []
      const lines = [...before]
      for (;;) {
        const answer = await call(getResultLog, { params: { id }, query: { after: lines.at(-1)?.number ?? 0 }, signal })
        lines.push(...answer.lines)
        if (answer.lines.length === 0 || answer.lines.length < 1000) return { ...answer, lines }
      }
    },
  })
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  useEffect(() => {
    follows.current = true
  }, [id])
  useLayoutEffect(() => {
    const element = box.current
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight
  }, [data])
  if (error && data === undefined)
    return <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
  if (data === undefined) return <p className="quiet result-note">Loading...</p>
  if (data.lines.length === 0)
    return <p className="quiet result-note">{data.ended ? 'The script printed nothing.' : 'Nothing printed yet.'}</p>
  return (
    <div
      ref={box}
      className="result-log"
      role="log"
      aria-label="Log"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < nearEnd
      }}
    >
      {data.lines.map(({ number, at, stream, text }) => (
        <div key={number} className={stream === 'err' ? 'result-line err' : 'result-line'}>
          <span className="result-line-at" title={formatMoment(at, zone) ?? undefined}>
            {formatMoment(at, zone)?.slice(11)}
          </span>
          <span className="result-line-text">{text}</span>
        </div>
      ))}
      {data.cut > 0 ? <p className="quiet">{data.cut} more lines were not kept.</p> : null}
    </div>
  )
}
