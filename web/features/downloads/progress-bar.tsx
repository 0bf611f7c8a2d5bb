import type { Progress } from './progress.ts'

/** How far it is; without figures it only moves. */
export function ProgressBar({ label, progress }: { label: string; progress: Progress | null }) {
  const counts = progress ? `${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')} files` : null
  return (
    <div className="download-progress" role="status">
      <span className="download-progress-label">
        {label}
        {progress ? (
          <span className="quiet">
            {progress.percent}% · {counts}
          </span>
        ) : null}
      </span>
      <progress aria-label={label} max={100} value={progress?.percent} />
    </div>
  )
}
