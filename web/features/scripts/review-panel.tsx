import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reviewIpaScript } from '#contract/ipa-scripts.ts'
import type { IpaScriptDetail, ScriptVersion } from '#contract/ipa-scripts.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { CountedField } from '#web/ui/counted-field.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { showToast } from '#web/ui/toast.ts'
import { TrialRun } from './trial-run.tsx'

interface Given {
  script: IpaScriptDetail
  /** The version that is shown: what is decided is about this one. */
  version: ScriptVersion
  onNewest: () => void
}

const commentLimit = 1000
const toastMs = 2500

/** An administrator's decision over the version that waits, bound to the hash of what is on the screen. */
export function ReviewPanel({ script, version, onNewest }: Given) {
  const client = useQueryClient()
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  const deciding = useMutation({
    mutationFn: (decision: 'ACCEPTED' | 'REJECTED') =>
      call(reviewIpaScript, { params: { id: script.id }, body: { decision, comment: comment.trim(), sha256: version.sha256 } }),
    onSuccess: async (_, decision) => {
      showToast(decision === 'ACCEPTED' ? 'Script accepted' : 'Script rejected', 'success', toastMs)
      await client.invalidateQueries({ queryKey: ['scripts'] })
    },
    // another version may have come: it is to be seen
    onError: () => void client.invalidateQueries({ queryKey: ['scripts'] }),
  })
  if (version.number !== script.version)
    return (
      <section className="panel review" aria-label="Review">
        <p>
          Version {script.version} waits for a review; this is version {version.number}.
        </p>
        <button type="button" className="button" onClick={onNewest}>
          Show version {script.version}
        </button>
      </section>
    )
  const reject = () => {
    setMissing(comment.trim() === '')
    if (comment.trim() !== '') deciding.mutate('REJECTED')
  }
  return (
    <section className="panel review" aria-label="Review">
      <div className="review-words">
        <h2>Version {version.number} waits for your review</h2>
        <p className="quiet">
          {script.accepted_version === null
            ? 'It will read recordings of whoever runs it, in a sandbox without network. Look at every file below.'
            : `Below is what differs from version ${script.accepted_version}, which runs until you have decided.`}
        </p>
      </div>
      {deciding.error ? <ErrorCard title="Nothing was decided" error={asApiError(deciding.error)} /> : null}
      <CountedField
        label="Comment"
        value={comment}
        limit={commentLimit}
        lines={2}
        placeholder="What whoever uploaded it should know; needed to reject"
        error={isMissing && comment.trim() === '' ? 'Say what has to be changed' : null}
        onChange={setComment}
      />
      <div className="review-acts">
        <TrialRun script={script} />
        <span className="review-space" />
        <button type="button" className="button danger" disabled={deciding.isPending} onClick={reject}>
          Reject
        </button>
        <button
          type="button"
          className="button primary"
          disabled={deciding.isPending}
          onClick={() => deciding.mutate('ACCEPTED')}
        >
          Accept
        </button>
      </div>
    </section>
  )
}
