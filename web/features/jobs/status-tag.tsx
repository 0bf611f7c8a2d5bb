import type { RunStatus } from '#contract/jobs.ts'
import { Tag } from '#web/ui/tag.tsx'
import type { Tone } from '#web/ui/tag.tsx'

/** NEW warning, LATER info, STARTED primary, FINISHED success, ERROR danger, CANCELED secondary, UNKNOWN dark. */
const tones: Readonly<Record<RunStatus, Tone>> = {
  NEW: 'warn',
  LATER: 'info',
  STARTED: 'prime',
  FINISHED: 'ok',
  ERROR: 'bad',
  CANCELED: 'idle',
  UNKNOWN: 'dark',
}

export function JobStatusTag({ status }: { status: RunStatus }) {
  return <Tag tone={tones[status]}>{status}</Tag>
}
