import { formatBytes } from '#web/format/bytes.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { durationText } from '#web/viewer/plot/clock.ts'
import type { Subject } from './subject.ts'

const number = new Intl.NumberFormat('en')

/** What the recording is, on one line, and why it was not read to its end. */
export function FactsLine({ subject }: { subject: Subject }) {
  const zone = useZone()
  const { format, size, whole, origin, frameCount, buses, signals, vehicle, problem } = subject
  const start = whole && new Date(origin.epochMs + (origin.nanos + whole.fromNs) / 1e6).toISOString()
  const facts: (readonly [string, string | null])[] = [
    ['Vehicle', vehicle],
    ['Format', format],
    ['Start', formatMoment(start, zone)],
    ['Duration', whole && durationText(whole.toNs - whole.fromNs)],
    ['Frames', number.format(frameCount)],
    ['Buses', buses.length === 0 ? null : buses.map(({ name }) => name).join(', ')],
    ['Signals', number.format(signals?.signals.length ?? 0)],
    ['Size', formatBytes(size)],
  ]
  return (
    <>
      <dl className="spy-facts">
        {facts.map(([name, text]) =>
          text ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={text}>{text}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {problem ? (
        <p className="spy-problem" role="alert">
          <strong>Not read to its end.</strong> {problem} What comes before it is shown.
        </p>
      ) : null}
    </>
  )
}
