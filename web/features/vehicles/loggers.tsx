import type { Device } from '#contract/devices.ts'
import { loggerState } from '#web/features/home/logger-state.ts'
import { StorageMeter } from '#web/features/home/storage-meter.tsx'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { Tag } from '#web/ui/tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import type { VehicleDetail } from './facts.tsx'

/** The loggers that the vehicle carries and has carried, with what those in it say of themselves. */
export function Loggers({ vehicle, devices }: { vehicle: VehicleDetail; devices: readonly Device[] }) {
  const assigned = vehicle.devices.toSorted((a, b) => (a.from < b.from ? 1 : -1))
  return (
    <section className="panel">
      <div className="fleet-title">
        <h2>Loggers over time</h2>
      </div>
      {assigned.length === 0 ? (
        <p className="quiet" style={{ padding: 14 }}>
          No logger has been assigned to this vehicle yet.
        </p>
      ) : (
        <table className="fleet-table">
          <thead>
            <tr>
              <th>Logger</th>
              <th style={{ width: '14%' }}>State</th>
              <th style={{ width: '14%' }}>Storage</th>
              <th style={{ width: '10%' }}>Waiting</th>
              <th style={{ width: '12%' }}>Firmware</th>
              <th style={{ width: '22%' }}>In the vehicle</th>
            </tr>
          </thead>
          <tbody>
            {assigned.map((assignment) => (
              <Row
                key={`${assignment.id} ${assignment.from}`}
                assignment={assignment}
                device={devices.find(({ id }) => id === assignment.id)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Row({ assignment, device }: { assignment: VehicleDetail['devices'][number]; device: Device | undefined }) {
  const zone = useZone()
  const now = useNow()
  const isIn = assignment.to === null
  const { word, tone } = loggerState(device, now)
  const from = isBeginning(assignment.from) ? 'the beginning' : formatMoment(assignment.from, zone)
  return (
    <tr>
      <td>
        {assignment.type} <span className="mono">{assignment.serial}</span>
      </td>
      <td className="aside">
        {!isIn ? <Tag tone="idle">removed</Tag> : device ? <Tag tone={tone}>{word}</Tag> : <Tag tone="ok">in the vehicle</Tag>}
      </td>
      <td>{isIn && device ? <StorageMeter device={device} /> : null}</td>
      <td className="quiet" data-title="Waiting">
        {isIn ? (device?.state?.pendingUploads ?? '') : ''}
      </td>
      <td className="quiet" data-title="Firmware">
        <span className="mono">{isIn ? (device?.state?.firmware ?? '') : ''}</span>
      </td>
      <td className="quiet vehicle-span">
        {from} to {formatMoment(assignment.to, zone) ?? 'today'}
      </td>
    </tr>
  )
}

/** An assignment without a known beginning is stored from 1970 on. */
const isBeginning = (from: string) => Date.parse(from) <= 0
