import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listVehicleTroubleCodes } from '#contract/fleets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { pagePath } from '#web/router/address.ts'
import { PathLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'

const pollMs = 30_000
/** Shown until somebody asks for all. */
const shownFirst = 8

/** What the vehicle's control units lately reported as faults. */
export function TroubleCodes({ vehicleId }: { vehicleId: number }) {
  const zone = useZone()
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['vehicleTroubleCodes', vehicleId],
    queryFn: ({ signal }) => call(listVehicleTroubleCodes, { params: { id: vehicleId }, signal }),
    ...live(['recording', 'upload'], pollMs),
  })
  const shown = isWhole ? data : data?.slice(0, shownFirst)
  return (
    <section className="panel">
      <div className="fleet-title">
        <h2>Trouble codes</h2>
        <span className="quiet">of its 200 newest uploads</span>
      </div>
      {error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data?.length === 0 ? (
        <p className="quiet" style={{ padding: 14 }}>
          None were reported.
        </p>
      ) : null}
      {shown && shown.length > 0 ? (
        <table className="fleet-table">
          <thead>
            <tr>
              <th className="medium">Code</th>
              <th className="medium">Status</th>
              <th>Control unit</th>
              <th className="short end">Reported</th>
              <th className="long">Last seen</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ protocol, code, status, source, channel, count, lastDate, fileVersionId }) => (
              <tr key={`${protocol} ${code} ${source} ${channel}`}>
                <td>
                  <strong className="mono">{code}</strong>
                </td>
                <td className="aside">
                  <Tag tone={status === 'pending' || status === 'previously active' ? 'warn' : 'bad'}>{status}</Tag>
                </td>
                <td className="quiet">
                  {protocol} <span className="mono">{source}</span>
                </td>
                <td className="quiet end">{count} ×</td>
                <td>
                  <PathLink
                    path={`${pagePath('dataSpy', {})}?fileId=${fileVersionId}`}
                    target="_blank"
                    title="Open that recording in DataSpy"
                  >
                    {formatMoment(lastDate, zone)}
                  </PathLink>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {data && data.length > shownFirst ? (
        <button type="button" className="button quiet" style={{ margin: 6 }} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${data.length}`}
        </button>
      ) : null}
    </section>
  )
}
