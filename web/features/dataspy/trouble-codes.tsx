import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Subject } from './subject.ts'
import { since } from './subject.ts'

interface Given {
  subject: Subject
  /** Nanoseconds since the recording's origin. */
  onJump: (timeNs: number) => void
}

/** What control units reported, and what they said of the vehicle. */
export function TroubleCodes({ subject: { codes, vehicleFacts, origin }, onJump }: Given) {
  const zone = useZone()
  const moment = (ms: number) => formatMoment(new Date(ms).toISOString(), zone)
  if (codes.length === 0 && vehicleFacts.length === 0)
    return <EmptyState title="No trouble codes" text="No control unit reported one by OBD-II, UDS or J1939." />
  return (
    <>
      {vehicleFacts.length > 0 ? (
        <dl className="spy-list">
          {vehicleFacts.map(({ name, value, source }) => (
            <div key={`${name} ${source} ${value}`}>
              <dt>{name}</dt>
              <dd className="mono">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {codes.length > 0 ? (
        <div className="spy-table">
          <table>
            <thead>
              <tr>
                {['Code', 'Status', 'Protocol', 'Source', 'First', 'Last', 'Reports'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {codes.map(({ protocol, code, status, source, channel, firstMs, lastMs, count }) => (
                <tr key={`${protocol} ${channel} ${source} ${status} ${code}`}>
                  <td className="mono">{code}</td>
                  <td>{status}</td>
                  <td>{protocol}</td>
                  <td className="mono">{source}</td>
                  {[firstMs, lastMs].map((ms, at) => (
                    <td key={at === 0 ? 'first' : 'last'}>
                      <button
                        type="button"
                        className="spy-moment"
                        title={`Show the ${at === 0 ? 'first' : 'last'} report of ${code} in the plots`}
                        onClick={() => onJump(since(origin, { epochMs: ms }))}
                      >
                        {moment(ms)}
                      </button>
                    </td>
                  ))}
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  )
}
