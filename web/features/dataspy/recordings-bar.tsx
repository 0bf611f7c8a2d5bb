import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { AlignBy, Alignment } from './alignment.ts'
import { alignedBy, withAt } from './alignment.ts'
import './recordings-bar.css'
import type { Subject } from './subject.ts'
import type { ViewHands } from './use-view.ts'

interface Given {
  /** Null while it is being opened. */
  recordings: readonly (Subject | null)[]
  shifts: readonly number[]
  /** Which one's frames and facts are shown below. */
  chosen: number
  alignment: Alignment
  /** Of the first cursor; null: not placed. */
  atNs: number | null
  hands: ViewHands
  onChoose: (at: number) => void
  onClose: (at: number) => void
}

const titles: Record<AlignBy, string> = {
  date: 'date and time',
  day: 'time of day',
  start: 'start',
  event: 'a chosen event',
}

/** The letter that a recording has beside others. */
export const letterOf = (at: number): string => String.fromCharCode(65 + at)

/** Several recordings beside each other: which they are, and how their times are laid over each other. */
export function RecordingsBar({ recordings, shifts, chosen, alignment, atNs, hands, onChoose, onClose }: Given) {
  const by = alignedBy(recordings, alignment)
  const { events, offsets } = alignment
  return (
    <section className="spy-recordings panel" aria-label="Recordings">
      <label className="spy-align">
        <span>Aligned by</span>
        <select
          className="input"
          value={by}
          onChange={(event) => {
            const next = event.target.value
            hands.align((before) => ({ ...before, by: isAlignBy(next) ? next : null }))
            hands.lookAt(null)
          }}
        >
          {Object.entries(titles).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <ul>
        {recordings.map((recording, at) => {
          const letter = letterOf(at)
          const name = recording?.name ?? 'being opened'
          return (
            <li key={letter}>
              <button type="button" className="chip" aria-pressed={at === chosen} title={name} onClick={() => onChoose(at)}>
                <b>{letter}</b> <span>{name}</span>
              </button>
              {by === 'event' ? (
                <button
                  type="button"
                  className="button quiet"
                  aria-label={`Event of ${letter} at cursor 1`}
                  title="The moment of cursor 1 is the event of this recording"
                  onClick={() => {
                    if (atNs === null) return showToast('Place cursor 1 on the event first', 'warning', 3000)
                    hands.align((before) => ({
                      ...before,
                      events: withAt(before.events, at, Math.round(atNs - (shifts[at] ?? 0)), null),
                    }))
                  }}
                >
                  {events[at] == null ? 'Set event' : 'Event set'}
                </button>
              ) : null}
              {at === 0 ? null : (
                <span className="spy-offset">
                  <input
                    className="input"
                    type="number"
                    aria-label={`Offset of ${letter}, seconds`}
                    step="0.1"
                    title="Seconds that this recording is moved by"
                    value={(offsets[at] ?? 0) / 1e9}
                    onChange={(event) => {
                      const ns = Math.round(event.target.valueAsNumber * 1e9)
                      if (Number.isFinite(ns))
                        hands.align((before) => ({ ...before, offsets: withAt(before.offsets, at, ns, 0) }))
                    }}
                  />
                  <span className="quiet">s</span>
                </span>
              )}
              <button
                type="button"
                className="spy-remove"
                aria-label={`Close ${letter}: ${name}`}
                title={`Close ${name}`}
                onClick={() => onClose(at)}
              >
                <Icon name="close" size={13} />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const isAlignBy = (text: string): text is AlignBy => text in titles
