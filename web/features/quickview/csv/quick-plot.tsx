import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { Icon } from '#web/ui/icon.tsx'
import { asApiError } from '#web/api/errors.ts'
import type { Dialect } from './dialect.ts'
import type { Curves } from './envelope.ts'
import type { OpenTable } from './use-table-file.ts'

interface Given {
  client: OpenTable['client']
  dialect: Dialect
  /** Columns to draw. */
  chosen: readonly number[]
  filterKey: string
  /** All rows are known. */
  isReady: boolean
  onClose: () => void
}

const height = 240
const strokes = ['--s1', '--s2', '--s3', '--s4', '--s5', '--s6'] as const

/** The first column that can be time: by its name, else by its values. */
function usualAxis({ columns }: Dialect): number | null {
  const named = columns.findIndex(({ name, type }) => type !== 'text' && /^(time|timestamp|zeit|date|ts|t)\b/i.test(name.trim()))
  if (named !== -1) return named
  const typed = columns.findIndex(({ type }) => type === 'time')
  return typed === -1 ? null : typed
}

/** Chosen columns against time or the number of the row; peaks are kept however many rows there are. */
export function QuickPlot({ client, dialect, chosen, filterKey, isReady, onClose }: Given) {
  const [axis, setAxis] = useState<number | null>(() => usualAxis(dialect))
  const { data, error } = useQuery({
    queryKey: ['csvCurves', client, axis, chosen.join(), filterKey, isReady],
    queryFn: () => client.call('curves', { x: axis, columns: chosen }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  })
  const names = useMemo(() => chosen.map((column) => dialect.columns[column]?.name ?? ''), [chosen, dialect])
  const axisType = axis === null ? undefined : dialect.columns[axis]?.type
  return (
    <section className="qv-plot" aria-label="Plot">
      <div className="qv-tools">
        <label className="qv-check">
          Against{' '}
          <select
            className="input"
            value={axis ?? ''}
            onChange={(event) => setAxis(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">Row</option>
            {dialect.columns.map(({ name, type }, i) =>
              type === 'text' ? null : (
                <option key={i} value={i}>
                  {name}
                </option>
              ),
            )}
          </select>
        </label>
        <span className="quiet" role="status">
          {error ? asApiError(error).message : data === undefined ? 'Reading…' : pointsText(data)}
        </span>
        <button type="button" className="button quiet icon" aria-label="Close the plot" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {data !== undefined && data.low.length === chosen.length ? (
        <Drawing
          curves={data}
          names={names}
          axisName={axis === null ? 'Row' : (dialect.columns[axis]?.name ?? '')}
          isTime={axisType === 'time' && (data.x[0] ?? 0) > 86_400 * 365}
        />
      ) : (
        <div style={{ height }} />
      )}
    </section>
  )
}

const pointsText = ({ rowsPerBucket, x }: Curves): string =>
  rowsPerBucket === 1
    ? `${x.length.toLocaleString('en')} points`
    : `least and greatest of each ${rowsPerBucket.toLocaleString('en')} rows`

interface Drawn {
  curves: Curves
  names: readonly string[]
  axisName: string
  isTime: boolean
}

function Drawing({ curves, names, axisName, isTime }: Drawn) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const style = getComputedStyle(document.documentElement)
    const color = (name: string) => style.getPropertyValue(name).trim()
    const { x, low, high, rowsPerBucket } = curves
    const isBand = rowsPerBucket > 1
    const order = Uint32Array.from(x.keys()).sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0))
    const inOrder = (values: Float64Array) => Array.from(order, (i) => (Number.isFinite(values[i]) ? (values[i] ?? null) : null))
    const series: uPlot.Series[] = [{ label: axisName }]
    const data: Array<Array<number | null>> = []
    const bands: uPlot.Band[] = []
    for (const [i, name] of names.entries()) {
      const stroke = color(strokes[i % strokes.length] ?? '--s1')
      const common = { stroke, width: 1.2, points: { show: !isBand && x.length < 400 } }
      series.push({ ...common, label: isBand ? `${name} max` : name })
      data.push(inOrder(high[i] ?? new Float64Array(0)))
      if (!isBand) continue
      series.push({ ...common, label: `${name} min` })
      data.push(inOrder(low[i] ?? new Float64Array(0)))
      bands.push({ series: [series.length - 2, series.length - 1], fill: `color-mix(in srgb, ${stroke} 25%, transparent)` })
    }
    const line = { stroke: color('--ink-3'), grid: { stroke: color('--line') }, ticks: { stroke: color('--line') } }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        scales: { x: { time: isTime } },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1e3), 'Etc/UTC'),
        series,
        bands,
        axes: [line, { ...line, size: 64 }],
      },
      [Array.from(order, (i) => x[i] ?? 0), ...data],
      element,
    )
    const watcher = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      plot.destroy()
    }
  }, [curves, names, axisName, isTime])
  return <div ref={place} className="qv-drawing" />
}
