import type { Result } from '#contract/ipa-results.ts'
import { JobStatusTag } from '#web/features/jobs/status-tag.tsx'
import { Tag } from '#web/ui/tag.tsx'

/** Nothing changes any more: by its own status, or by the job queue's. */
export const hasEnded = ({ status, run_status }: Pick<Result, 'status' | 'run_status'>): boolean =>
  status === 'complete' || status === 'failed' || ['FINISHED', 'ERROR', 'CANCELED', 'UNKNOWN'].includes(run_status)

/** Of results whose jobs have left the queue. */
const ownTones = { complete: 'ok', failed: 'bad', canceled: 'idle' } as const

function RunStatusTag({ status, run_status }: Pick<Result, 'status' | 'run_status'>) {
  return run_status === 'UNKNOWN' && status !== 'new' && status !== 'running' ? (
    <Tag tone={ownTones[status]}>{status}</Tag>
  ) : (
    <JobStatusTag status={run_status} />
  )
}

/** The state of its job, how far it is, and what the script found. */
export function ResultStatus({ result }: { result: Result }) {
  const { progress, verdict } = result
  return (
    <span className="result-status">
      <RunStatusTag {...result} />
      {progress !== null && !hasEnded(result) ? (
        <span className="result-progress" title={`${Math.round(progress)} %`}>
          <progress max={100} value={progress} aria-label="Progress" />
          <span className="figure">{Math.round(progress)} %</span>
        </span>
      ) : null}
      {verdict === null || verdict.verdict === 'none' ? null : (
        <Tag tone={verdict.verdict === 'pass' ? 'ok' : 'bad'}>{verdict.verdict === 'pass' ? 'Pass' : 'Fail'}</Tag>
      )}
    </span>
  )
}
