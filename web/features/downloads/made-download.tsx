import type { UserDownload } from '#contract/user-downloads.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { DownloadLink } from './download-link.tsx'
import { NotifyBox } from './notify-box.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { isCompressing, progressOf } from './progress.ts'
import { useUserDownload } from './use-user-download.ts'

/** A download that exists: how far it is, and then the way to it. */
export function MadeDownload({ made, userId }: { made: UserDownload; userId: number }) {
  const { data, error, refetch } = useUserDownload(made)
  const zone = useZone()
  const { status, problem } = data
  return (
    <>
      {error ? <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} /> : null}
      {problem === null ? null : <ErrorCard title="An error occured" error={{ message: problem, fields: [] }} />}
      {problem === null && isCompressing(status.name) ? (
        <>
          <ProgressBar label="Compressing" progress={progressOf(status.name)} />
          <NotifyBox downloadId={data.id} userId={userId} />
        </>
      ) : null}
      {problem === null && !isCompressing(status.name) ? (
        <div className="download-ready" role="status">
          <DownloadLink download={data} className="button primary download-name">
            {data.name}
          </DownloadLink>
          <span className="quiet">
            {formatBytes(data.size)} · can be downloaded until {formatMoment(data.expires, zone)}
          </span>
        </div>
      ) : null}
    </>
  )
}
