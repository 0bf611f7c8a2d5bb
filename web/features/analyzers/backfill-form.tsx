import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { backfillAnalyzer } from '#contract/analyzers.ts'
import type { Analyzer } from '#contract/analyzers.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { showToast } from '#web/ui/toast.ts'
import { coverageTags } from './texts.ts'

const offered = ['missing', 'stale', 'failed'] as const
type Offered = (typeof offered)[number]

/** Runs over files that are in the archive already: how many and how large first, then, after a question, the runs. */
export function BackfillForm({ analyzer }: { analyzer: Analyzer }) {
  const { id, missing } = analyzer
  const client = useQueryClient()
  const [states, setStates] = useState<readonly Offered[]>(['missing'])
  const [done, setDone] = useState(0)
  const { data, error } = useQuery({
    queryKey: ['analyzers', 'backfill', id, states],
    enabled: states.length > 0 && missing.length === 0,
    meta: { topics: ['run', 'upload', 'dataset'] },
    queryFn: () => call(backfillAnalyzer, { params: { id }, body: { states: [...states], dry_run: true } }),
  })
  const queueing = useMutation({
    // one request queues so many; the rest by further ones
    mutationFn: async () => {
      let queued = 0
      for (;;) {
        const answer = await call(backfillAnalyzer, { params: { id }, body: { states: [...states] } })
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
  const files = states.length === 0 ? 0 : (data?.files ?? 0)
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
      <span role="status" className="figure">
        {queueing.isPending
          ? `${done} of ${files} queued…`
          : missing.length > 0
            ? 'Something of the analyzer is missing'
            : states.length === 0
              ? 'Choose which files'
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
