import { useCallback, useMemo, useRef, useState } from 'react'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { Clock } from '../plot/clock.ts'
import type { FrameFilter, FramePage, LatestFrames } from '../protocol.ts'
import type { RecordingClient } from '../recording-client.ts'
import type { FrameKind } from './frame-flags.ts'
import { frameKinds, isOfKind } from './frame-flags.ts'
import type { SeenOften } from './frame-line.tsx'
import { FrameTable } from './frame-table.tsx'
import { holdsWords } from './frame-words.ts'
import { useFollowed } from './use-followed.ts'
import type { LoadRows } from './use-rows.ts'

interface Given {
  client: RecordingClient
  /** Changes when the recording was decoded again: its frames have other names then. */
  decoded: object
  frameCount: number
  buses: readonly { readonly key: string; readonly name: string }[]
  /** Identifiers of the recording by `identifierKey`. */
  seen: ReadonlyMap<string, SeenOften>
  signals: readonly StoredSignal[]
  clock: Clock
  /** The moment that the plots look at. */
  atNs: number | null
  onPick: (timeNs: number) => void
}

const typingMs = 250
const notNarrowed: Omit<FrameFilter, 'text'> = { bus: null, kind: null }
const kindNames: Readonly<Record<FrameKind, string>> = {
  received: 'Received',
  sent: 'Sent',
  fd: 'CAN FD',
  remote: 'Remote requests',
  error: 'Error frames',
}
const modes = [
  ['each', 'Every frame'],
  ['latest', 'Latest of each'],
] as const

/** The frames of a recording, one by one or the newest of each identifier, narrowed by a filter. */
export function Trace({ client, decoded, frameCount, buses, seen, signals, clock, atNs, onPick }: Given) {
  const input = useRef<HTMLInputElement>(null)
  const [mode, setMode] = useState<'each' | 'latest'>('each')
  const [typed, setTyped] = useState('')
  const [narrowed, setNarrowed] = useState(notNarrowed)
  const [status, setStatus] = useState('Reading…')
  const text = useDebounced(typed.trim().toLowerCase(), typingMs)
  // the same filter stays the same object: another one leads back to the first frame
  const filter = useMemo((): FrameFilter => ({ text, ...narrowed }), [text, narrowed])

  // Anew when it was decoded again.
  const load = useMemo(() => loadEach(client, decoded), [client, decoded])
  const loadLatest = useMemo(() => loadLatestOf(client, atNs, decoded), [client, atNs, decoded])
  const valuesOf = useMemo(() => valuesFrom(client, decoded), [client, decoded])

  const { goTo, pick } = useFollowed(client, { atNs, filter, isFollowing: mode === 'each', onPick })
  const isFiltered = filter.text !== '' || filter.bus !== null || filter.kind !== null
  const onPage = useCallback(
    (page: FramePage | null, count: number, problem: string | null) =>
      setStatus(problem ?? statusText(page, { isFiltered, count, mode })),
    [isFiltered, mode],
  )
  return (
    <div className="frames">
      <div className="frames-tools">
        <span className="frames-modes" role="group" aria-label="Which frames">
          {modes.map(([value, title]) => (
            <button
              key={value}
              type="button"
              className={mode === value ? 'chip on' : 'chip'}
              aria-pressed={mode === value}
              onClick={() => setMode(value)}
            >
              {title}
            </button>
          ))}
        </span>
        <input
          ref={input}
          type="search"
          className="input"
          aria-label="Filter frames"
          placeholder="Identifier (0x1A0), message, data:01FF"
          title="Every word must be in the identifier, the message's name or the bus; data: looks for bytes"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {buses.length > 1 ? (
          <select
            className="input"
            aria-label="Bus"
            value={filter.bus ?? ''}
            onChange={({ target: { value } }) => setNarrowed((before) => ({ ...before, bus: value === '' ? null : value }))}
          >
            <option value="">All buses</option>
            {buses.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        ) : null}
        <select
          className="input"
          aria-label="Kind of frames"
          value={filter.kind ?? ''}
          onChange={({ target: { value } }) =>
            setNarrowed((before) => ({ ...before, kind: frameKinds.find((kind) => kind === value) ?? null }))
          }
        >
          <option value="">All kinds</option>
          {frameKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </select>
        <span className="quiet" role="status">
          {status}
        </span>
      </div>
      <FrameTable
        mode={mode}
        load={mode === 'each' ? load : loadLatest}
        valuesOf={valuesOf}
        signals={signals}
        seen={seen}
        filter={filter}
        least={mode === 'each' && !isFiltered ? frameCount : 0}
        clock={clock}
        atNs={atNs}
        goTo={goTo}
        onPick={pick}
        onType={(letter) => {
          setTyped((before) => before + letter)
          input.current?.focus()
        }}
        onPage={onPage}
      />
    </div>
  )
}

const loadEach =
  (client: RecordingClient, _decoded: object): LoadRows =>
  (from, count, filter) =>
    client.call('frames', { from, count, filter })

const valuesFrom = (client: RecordingClient, _decoded: object) => (row: number) => client.call('frameValues', { row })

/** The newest frames are asked for once at a moment, and filtered here: there are as many as identifiers. */
function loadLatestOf(client: RecordingClient, timeNs: number | null, _decoded: object): LoadRows {
  let asked: Promise<LatestFrames> | null = null
  return async (from, count, filter) => {
    asked ??= client.call('latestFrames', { timeNs })
    const { rows } = await asked
    const words = filter.text.split(/\s+/).filter((word) => word !== '')
    const matching = rows.filter(
      (row) =>
        (filter.bus === null || filter.bus === row.busKey) &&
        (filter.kind === null || isOfKind(row.flags, filter.kind)) &&
        holdsWords(row, words),
    )
    const page = matching.slice(from, from + count)
    return { from, rows: page, count: matching.length, complete: true, atHand: true, leftOut: false }
  }
}

function statusText(page: FramePage | null, { isFiltered, count, mode }: { isFiltered: boolean; count: number; mode: string }) {
  if (page === null) return 'Reading…'
  const number = count.toLocaleString('en')
  if (mode === 'latest') return `${number} ${count === 1 ? 'identifier' : 'identifiers'}`
  const more = page.leftOut ? '; those after them are not listed' : ''
  if (!isFiltered) return `${number} frames${more}`
  return page.complete ? `${number} frames match${more}` : `${number} frames match so far`
}
