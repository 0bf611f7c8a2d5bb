import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listResultInputs } from '#contract/ipa-results.ts'
import type { Result } from '#contract/ipa-results.ts'
import { exchange } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { durationText } from './duration.ts'

/** Data files that the list shows. */
const mostInputs = 200

/** What ran, on what, for whom and how it went: enough to repeat it. */
export function ResultFacts({ result }: { result: Result }) {
  const zone = useZone()
  const { provenance, inputs, shared_with } = result
  const facts: ReadonlyArray<readonly [string, ReactNode]> = [
    ['Result', String(result.id)],
    ['Job', result.job_id === null ? 'has left the queue' : String(result.job_id)],
    ['Script', `${result.script?.name ?? 'deleted'}, version ${provenance.script_version}`],
    ['Script SHA-256', <Hash key="script" value={provenance.script_sha256} />],
    ...provenance.configurations.map(
      ({ name, sha256 }) => [`Configuration ${name}`, <Hash key={sha256} value={sha256} />] as const,
    ),
    ['Environment', provenance.environment],
    [
      'Environment hash',
      provenance.environment_hash === null ? 'not started yet' : <Hash key="env" value={provenance.environment_hash} />,
    ],
    ['Data', `${counted(inputs.files, 'file')}, ${formatBytes(inputs.bytes)}`],
    ['Data SHA-256', <Hash key="data" value={provenance.inputs_sha256} />],
    ['Of', result.user?.name ?? 'a user who is gone'],
    ['Executed as', result.exec_user?.name ?? result.user?.name ?? ''],
    ['Shared with', shared_with.length === 0 ? 'nobody' : shared_with.map(({ name }) => name).join(', ')],
    ['Created', formatMoment(result.created_at, zone)],
    ['Started', formatMoment(result.started_at, zone)],
    ['Finished', formatMoment(result.finished_at, zone)],
    ['Duration', durationText(result.duration)],
    ['Exit code', result.exit_code === null ? '' : String(result.exit_code)],
    ['Peak memory', result.peak_memory === null ? '' : formatBytes(result.peak_memory)],
  ]
  return (
    <div className="result-facts">
      <dl>
        {facts.map(([name, value]) =>
          value === '' || value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <Inputs result={result} />
    </div>
  )
}

const Hash = ({ value }: { value: string }) => (
  <code className="result-hash" title={value}>
    {value.slice(0, 16)}
  </code>
)

function Inputs({ result: { id } }: { result: Result }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resultInputs', id],
    queryFn: async ({ signal }) => {
      const { answer, headers } = await exchange(listResultInputs, {
        params: { id },
        query: { max: mostInputs, offset: 0 },
        signal,
      })
      return { rows: answer, total: Number(headers.get('total') ?? answer.length) }
    },
  })
  if (error) return <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
  if (data === undefined) return <p className="quiet">Loading...</p>
  return (
    <table className="result-table">
      <thead>
        <tr>
          <th scope="col">Data file</th>
          <th scope="col">Vehicle</th>
          <th scope="col" className="end">
            Size
          </th>
        </tr>
      </thead>
      <tbody>
        {data.rows.map((file) => (
          <tr key={file.id}>
            <th scope="row">
              <PageLink page="dataSpy" search={{ fileId: String(file.id) }}>
                {file.filename}
              </PageLink>
            </th>
            <td>{file.vehicle}</td>
            <td className="end figure">{formatBytes(file.size)}</td>
          </tr>
        ))}
        {data.total > data.rows.length ? (
          <tr>
            <td colSpan={3} className="quiet">
              and {data.total - data.rows.length} more
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}
