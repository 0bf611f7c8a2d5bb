import type { Job } from '#contract/jobs.ts'
import { formatMoment } from '#web/format/time.ts'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { JobStatusTag } from './status-tag.tsx'

/** Null for no text, so that a card keeps no room for it. */
const mono = (text: string | number | null) =>
  text === null || text === '' ? null : (
    <span className="mono grid-text" title={String(text)}>
      {text}
    </span>
  )

/** Every field of a job. */
export function jobColumns(zone: string): ReadonlyArray<GridColumn<Job>> {
  const moment = (id: string, title: string, of: (job: Job) => string | null): GridColumn<Job> => ({
    id,
    title,
    value: (job) => {
      const iso = of(job)
      return iso === null ? null : new Date(iso)
    },
    text: (job) => formatMoment(of(job), zone) ?? '',
    width: 168,
    grow: 0,
  })
  return [
    { id: 'id', title: 'Id', value: ({ id }) => id, cell: ({ id }) => mono(id), width: 70, grow: 0, align: 'end', card: 'head' },
    { id: 'jobType', title: 'Type', value: ({ jobType }) => jobType, width: 132, grow: 0, hideable: false, card: 'head' },
    {
      id: 'runStatus',
      title: 'Status',
      value: ({ runStatus }) => runStatus,
      cell: ({ runStatus }) => <JobStatusTag status={runStatus} />,
      width: 110,
      grow: 0,
      hideable: false,
      card: 'head',
    },
    moment('created_at', 'Created', ({ dateCreated }) => dateCreated),
    moment('started', 'Started', ({ started }) => started),
    moment('finished', 'Finished', ({ finished }) => finished),
    {
      id: 'outcome',
      title: 'Outcome or error',
      value: ({ lastError, outcome }) => lastError ?? outcome,
      cell: ({ lastError, outcome }) =>
        (lastError ?? outcome) === null ? null : (
          <span className={lastError === null ? 'job-told' : 'job-told job-error'} title={lastError ?? outcome ?? undefined}>
            {lastError ?? outcome}
          </span>
        ),
      width: 200,
      grow: 3,
      card: 'wide',
    },
    {
      id: 'arguments',
      title: 'Arguments',
      value: (job) => job.arguments,
      cell: (job) => mono(job.arguments),
      width: 130,
      grow: 1,
      card: 'wide',
    },
    {
      id: 'lookupId',
      title: 'Lookup id',
      value: ({ lookupId }) => lookupId,
      cell: ({ lookupId }) => mono(lookupId),
      width: 90,
      align: 'end',
      grow: 0,
    },
    {
      id: 'device',
      title: 'Device',
      value: ({ device }) => device?.id ?? null,
      cell: ({ device }) => mono(device?.id ?? null),
      width: 74,
      grow: 0,
      align: 'end',
      card: 'none',
    },
    { id: 'priority', title: 'Priority', value: ({ priority }) => priority, width: 76, grow: 0, align: 'end', card: 'none' },
    { id: 'processOwner', title: 'Process owner', value: ({ processOwner }) => processOwner, width: 150, grow: 0, hidden: true },
    { id: 'lastProcess', title: 'Last process', value: ({ lastProcess }) => lastProcess, width: 150, grow: 0, hidden: true },
    { id: 'runType', title: 'Run type', value: ({ runType }) => runType, width: 110, grow: 0, hidden: true },
    { id: 'version', title: 'Version', value: ({ version }) => version, width: 80, grow: 0, align: 'end', hidden: true },
  ]
}
