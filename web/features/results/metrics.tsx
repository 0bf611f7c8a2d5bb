import { useQuery } from '@tanstack/react-query'
import { getAnalyzerMetrics } from '#contract/ipa-results.ts'
import type { Metric, Result } from '#contract/ipa-results.ts'
import { call } from '#web/api/client.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'

/** Drawn size, pixels; the picture grows with its room. */
const [width, height, room] = [220, 44, 4]

interface Point {
  readonly at: string
  readonly value: number
  readonly own: boolean
}

/** The figures that a script told, each beside those of the analyzer's other runs. */
export function ResultMetrics({ result }: { result: Result }) {
  const analyzerId = result.analyzer?.id
  const { data } = useQuery({
    queryKey: ['analyzerMetrics', analyzerId],
    queryFn: ({ signal }) => call(getAnalyzerMetrics, { params: { id: analyzerId ?? 0 }, signal }),
    enabled: analyzerId !== undefined,
  })
  const pointsOf = (name: string): Point[] =>
    (data ?? []).flatMap(({ result_id, at, metrics }) =>
      metrics.filter((metric) => metric.name === name).map(({ value }) => ({ at, value, own: result_id === result.id })),
    )
  const { verdict, metrics } = result
  const limited = metrics.some(({ limit }) => limit != null)
  if (verdict === null && metrics.length === 0)
    return <p className="quiet result-note">The script told no figures. A script tells them in metrics.json.</p>
  return (
    <div className="result-metrics">
      {verdict === null || verdict.text === '' ? null : <p>{verdict.text}</p>}
      <table className="result-table">
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" className="end">
              Value
            </th>
            {limited ? (
              <th scope="col" className="end">
                Limit
              </th>
            ) : null}
            <th scope="col">Over the runs</th>
          </tr>
        </thead>
        <tbody>
          {metrics.map((metric) => (
            <tr key={metric.name}>
              <th scope="row">{metric.name}</th>
              <td className={isOver(metric) ? 'end figure over' : 'end figure'}>{withUnit(metric.value, metric.unit)}</td>
              {limited ? (
                <td className="end figure quiet">{metric.limit == null ? '' : withUnit(metric.limit, metric.unit)}</td>
              ) : null}
              <td>
                <OverRuns metric={metric} points={pointsOf(metric.name)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isOver = ({ value, limit }: Metric): boolean => limit != null && value > limit
const withUnit = (value: number, unit: string): string =>
  [new Intl.NumberFormat('en', { maximumSignificantDigits: 6 }).format(value), unit].filter(Boolean).join(' ')

function OverRuns({ metric, points }: { metric: Metric; points: readonly Point[] }) {
  const zone = useZone()
  if (points.length < 2) return <span className="quiet">the only run so far</span>
  const values = [...points.map(({ value }) => value), ...(metric.limit == null ? [] : [metric.limit])]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (place: number) => room + (place / (points.length - 1)) * (width - 2 * room)
  const y = (value: number) => (high === low ? height / 2 : height - room - ((value - low) / (high - low)) * (height - 2 * room))
  const [first, last] = [points[0], points.at(-1)]
  const told = `${metric.name} of ${points.length} runs, from ${formatMoment(first?.at ?? null, zone)} to ${formatMoment(last?.at ?? null, zone)}, between ${withUnit(low, metric.unit)} and ${withUnit(high, metric.unit)}`
  return (
    <svg className="result-spark" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={told}>
      {metric.limit == null ? null : (
        <line x1={0} x2={width} y1={y(metric.limit)} y2={y(metric.limit)} stroke="var(--bad)" strokeDasharray="3 3" />
      )}
      <polyline
        points={points.map(({ value }, place) => `${x(place)},${y(value)}`).join(' ')}
        fill="none"
        stroke="var(--s1)"
        strokeWidth="1.5"
      />
      {points.map(({ own, value }, place) =>
        own ? <circle key={place} cx={x(place)} cy={y(value)} r="3.5" fill="var(--s2)" /> : null,
      )}
    </svg>
  )
}
