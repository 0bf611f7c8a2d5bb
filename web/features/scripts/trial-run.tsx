import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getResult, tryIpaScript } from '#contract/ipa-results.ts'
import type { IpaScriptDetail } from '#contract/ipa-scripts.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { ArchivePicker } from '#web/features/dataspy/archive-picker.tsx'
import { ResultStatus, hasEnded } from '#web/features/results/status.tsx'
import { pagePath } from '#web/router/address.ts'
import { PathLink } from '#web/router/page-link.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useConfigurations } from './use-scripts.ts'

/** While the server cannot tell of changes, milliseconds. */
const pollMs = 5000

/** Tries the version that waits on a recording, with one of the script's configurations; the result is a trial's. */
export function TrialRun({ script }: { script: IpaScriptDetail }) {
  const [picking, setPicking] = useState(false)
  const [config, setConfig] = useState('')
  const configurations = useConfigurations(script.id)
  const trying = useMutation({
    mutationFn: (fileId: number) =>
      call(tryIpaScript, {
        params: { id: script.id },
        body: { upload_file_version_id: [fileId], config_id: config === '' ? null : Number(config) },
      }),
    onError: (raised) => showToast(asApiError(raised).detail ?? asApiError(raised).message, 'error', 4000),
  })
  const [usual] = configurations.data ?? []
  return (
    <>
      <button type="button" className="button" disabled={trying.isPending} onClick={() => setPicking(true)}>
        Try it on a recording
      </button>
      {usual ? (
        <label className="review-config">
          <span className="quiet">with</span>{' '}
          <select className="input" aria-label="Configuration" value={config} onChange={(event) => setConfig(event.target.value)}>
            <option value="">no configuration</option>
            {configurations.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {trying.data ? <TrialState id={trying.data.id} /> : null}
      {picking ? (
        <ArchivePicker
          opened={[]}
          onPick={(fileId) => {
            setPicking(false)
            trying.mutate(Number(fileId))
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </>
  )
}

function TrialState({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['results', 'one', id],
    queryFn: ({ signal }) => call(getResult, { params: { id }, signal }),
    ...live(['run'], pollMs, (ids) => ids === null || ids.has(id)),
  })
  if (data === undefined) return null
  return (
    <span className="review-trial">
      <ResultStatus result={data} />
      <PathLink path={pagePath('results', {}, { type: 'trial', result: String(id) })}>
        {hasEnded(data) ? 'Open the result' : 'Follow the run'}
      </PathLink>
      {data.reason ? <span className="quiet">{data.reason}</span> : null}
    </span>
  )
}
