import type { LocationPoint } from '#contract/locations.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { accuracyText, placeText, speedText } from './point-text.ts'

/** What is known of one point. */
export function PointFacts({ point }: { point: LocationPoint }) {
  const zone = useZone()
  return (
    <dl className="point-facts">
      <div>
        <dt>Time ({zone})</dt>
        <dd>{formatMoment(point.gpsTimestamp, zone)}</dd>
      </div>
      <div>
        <dt>Speed</dt>
        <dd>{speedText(point.speedMph)}</dd>
      </div>
      <div>
        <dt>Accuracy</dt>
        <dd>{accuracyText(point.accuracy)}</dd>
      </div>
      <div>
        <dt>Position</dt>
        <dd className="mono">{placeText(point)}</dd>
      </div>
    </dl>
  )
}
