import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { backfillAnalyzer } from '#contract/analyzers.ts'
import type { Analyzer } from '#contract/analyzers.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import type { live } from '#web/events/current-events.ts'
import { DateRangeField, draftOf, isoOf } from '#web/features/groups/date-range-field.tsx'
import { rangeProblems } from '#web/features/groups/date-text.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'
import { useZone } from '#web/format/use-zone.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { showToast } from '#web/ui/toast.ts'
import { coverageTags } from './texts.ts'

const offered = ['missing', 'stale', 'failed'] as const
type Offered = (typeof offered)[number]

/** Runs over files that are in the archive already: how many and how large first, of what time, then, after a question, the runs. */
export function BackfillForm({
  analyzer,
  follows,
}: {
  analyzer: Analyzer
  follows: Pick<ReturnType<typeof live>, 'meta' | 'refetchInterval'>
}) {
  const { id, missing } = analyzer
  const client = useQueryClient()
  const [states, setStates] = useState<readonly Offered[]>(['missing'])
  const zone = useZone()
  const [dates, setDates] = useState({ start: draftOf(null, zone), end: draftOf(null, zone) })
  const [done, setDone] = useState(0)
  const problems = rangeProblems(dates)
  const isWrong = problems.start !== null || problems.end !== null
  const asked = { states: [...states], startDate: isoOf(dates.start), endDate: isoOf(dates.end) }
  const isAsked = states.length > 0 && missing.length === 0 && !isWrong
  const { data, error } = useQuery({
    queryKey: ['analyzers', 'backfill', id, asked],
    enabled: isAsked,
    ...follows,
    queryFn: ({ signal }) => call(backfillAnalyzer, { params: { id }, body: { ...asked, dry_run: true }, signal }),
  })
  const queueing = useMutation({
    // one request queues so many; the rest by further ones
    mutationFn: async () => {
      let queued = 0
      for (;;) {
        const answer = await call(backfillAnalyzer, { params: { id }, body: asked })
        queued += answer.queued
        setDone(queued)
        if (answer.queued === 0 || answer.queued === answer.files) return queued
      }
    },
    onSuccess: (queued) => showToast(`${counted(queued, 'file')} queued`, 'success', 2500),
    onError: (raised) => showToast(asApiError(raised).message, 'error', 4000),
    onSettled: async () => {
      setDone(0)
      await client.invalidateQueries({ queryKey: ['analyzers'] })
    },
  })
  const files = isAsked ? (data?.files ?? 0) : 0
  const size = formatBytes(data?.bytes ?? 0, 1)
  const flip = (state: Offered) =>
    setStates((before) => (before.includes(state) ? before.filter((one) => one !== state) : [...before, state]))

  return (
    <div className="panel analyzer-backfill">
      <fieldset>
        <legend className="field-label">Backfill: analyse what is in the archive already</legend>
        {offered.map((state) => (
          <label key={state} title={coverageTags[state].means}>
            <input type="checkbox" checked={states.includes(state)} onChange={() => flip(state)} /> {coverageTags[state].word}
          </label>
        ))}
      </fieldset>
      <DateRangeField
        {...{ zone, ...dates }}
        label="Recorded"
        placeholders={{ start: 'any time', end: 'now' }}
        errors={problems}
        onChange={(change) => setDates((before) => ({ ...before, ...change }))}
      />
      <span role="status" className="figure">
        {queueing.isPending
          ? `${done} of ${files} queued…`
          : missing.length > 0
            ? 'Something of the analyzer is missing'
            : states.length === 0
              ? 'Choose which files'
              : isWrong
                ? 'Correct the dates first'
                : data === undefined
                  ? 'Counting…'
                  : `${counted(files, 'file')}, ${size}`}
      </span>
      <button
        type="button"
        className="button primary"
        disabled={files === 0 || queueing.isPending}
        onClick={() => {
          if (window.confirm(`Run ${analyzer.name} over ${counted(files, 'file')} (${size})?`)) queueing.mutate()
        }}
      >
        Backfill
      </button>
      {error ? <ErrorCard error={asApiError(error)} /> : null}
    </div>
  )
}
