import type { Job } from '#contract/jobs.ts'
import { asApiError } from '#web/api/errors.ts'
import { JobStatusTag } from '#web/features/jobs/status-tag.tsx'
import { isAdministrator } from '#web/features/session/roles.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import type { DeviceFiles } from './exportable.ts'
import { useJobs } from './use-jobs.ts'

interface Scheduled {
  readonly device: number | null
  readonly jobs: readonly number[]
}

/** What was scheduled, device by device, and how far it is. */
export function ScheduledReport({ devices, report }: { devices: readonly DeviceFiles[]; report: readonly Scheduled[] }) {
  const all = report.flatMap(({ jobs }) => jobs)
  const { data, error } = useJobs(all)
  const jobs = new Map(data?.map((job) => [job.id, job]))
  const files = new Map(devices.flatMap((device) => device.files).map(({ id, fileName }) => [id, fileName]))
  return (
    <section className="export-report" aria-label="Scheduled">
      <p className="export-success" role="status">
        {all.length === 1 ? '1 export was scheduled.' : `${all.length} exports were scheduled.`} The exported files appear beside
        the recordings; you can close this.
      </p>
      {error ? <ErrorCard title="An error occured" error={asApiError(error)} /> : null}
      {report.map(({ device, jobs: ids }) => (
        <div key={device}>
          <h3>
            {devices.find(({ deviceId }) => deviceId === device)?.name ?? `Device ${device}`}{' '}
            <span className="quiet">{ids.length === 1 ? '1 job' : `${ids.length} jobs`}</span>
          </h3>
          <ul>
            {ids.map((id) => (
              <li key={id}>
                <JobLine id={id} job={jobs.get(id)} fileName={files.get(jobs.get(id)?.lookupId ?? -1)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function JobLine({ id, job, fileName }: { id: number; job: Job | undefined; fileName: string | undefined }) {
  // The queue is a page of administrators.
  const mayLook = isAdministrator(useUser())
  const name = `Job ${id}`
  return (
    <>
      {mayLook ? (
        <PageLink page="jobQueue" search={{ ids: String(id) }} target="_blank">
          {name}
        </PageLink>
      ) : (
        <span>{name}</span>
      )}
      <JobStatusTag status={job?.runStatus ?? 'NEW'} />
      <span className="export-file">{fileName}</span>
      <span className={job?.lastError ? 'export-error' : 'quiet'}>{job?.lastError ?? job?.outcome}</span>
    </>
  )
}
