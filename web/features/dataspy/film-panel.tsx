import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { searchArchive } from '#contract/archive.ts'
import { call } from '#web/api/client.ts'
import { mediaAddress } from '#web/features/quickview/media/media-address.ts'
import type { Cursor } from '#web/viewer/plot/cursor.ts'
import { filmMoment, filmSecond } from './film-time.ts'
import type { Subject } from './subject.ts'
import { since } from './subject.ts'

interface Given {
  subject: Subject
  shiftNs: number
  /** Films that were dropped. */
  films: readonly File[]
  cursor: Cursor
  /** Of the first cursor. */
  atNs: number | null
  offsetNs: number
  onOffset: (offsetNs: number) => void
  /** The film was stopped at a moment, or played to it. */
  onPick: (timeNs: number) => void
}

interface Film {
  readonly key: string
  readonly name: string
  /** When it begins, nanoseconds since the recording's origin. */
  readonly startNs: number
  readonly address: () => Promise<string>
}

/** A film that was taken beside the recording: playing moves the cursor, moving the cursor seeks. */
export function FilmPanel({ subject, shiftNs, films, cursor, atNs, offsetNs, onOffset, onPick }: Given) {
  const found = useFilms(subject, films)
  const [chosen, setChosen] = useState('')
  const film = found.find(({ key }) => key === chosen) ?? found.at(-1) ?? null
  const address = useAddressOf(film)
  const video = useRef<HTMLVideoElement>(null)
  const place = useMemo(() => ({ startNs: (film?.startNs ?? 0) + shiftNs, offsetNs }), [film, shiftNs, offsetNs])
  const [isUnknown, setUnknown] = useState(false)
  useEffect(() => setUnknown(false), [address])

  useEffect(() => {
    const seek = (timeNs: number | null) => {
      const player = video.current
      if (player === null || timeNs === null || !player.paused) return
      const second = Math.max(0, filmSecond(place, timeNs))
      const last = Number.isFinite(player.duration) ? player.duration : second
      player.currentTime = Math.min(second, last)
    }
    seek(atNs)
    return cursor.subscribe((from) => {
      if (from !== video.current) seek(cursor.timeNs())
    })
  }, [cursor, place, atNs, address])

  if (film === null)
    return (
      <p className="quiet spy-film-none">
        No film of this time is in the archive beside it. Drop an MP4 or WebM file here: it begins with the recording, and an
        offset moves it.
      </p>
    )
  return (
    <div className="spy-film">
      <div className="spy-film-tools">
        {found.length > 1 ? (
          <select className="input" aria-label="Film" value={film.key} onChange={(event) => setChosen(event.target.value)}>
            {found.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <strong>{film.name}</strong>
        )}
        <label>
          <span>Offset</span>
          <input
            className="input"
            type="number"
            step="0.1"
            aria-label="Offset of the film, seconds"
            title="Seconds that the film begins later than it says"
            value={offsetNs / 1e9}
            onChange={({ target: { valueAsNumber } }) => {
              if (Number.isFinite(valueAsNumber)) onOffset(Math.round(valueAsNumber * 1e9))
            }}
          />
          <span className="quiet">s</span>
        </label>
      </div>
      {isUnknown ? (
        <p className="quiet">Unsupported media type</p>
      ) : address === null ? (
        <p className="quiet">Loading media...</p>
      ) : (
        <video
          ref={video}
          src={address}
          controls
          playsInline
          preload="auto"
          aria-label={film.name}
          onError={() => setUnknown(true)}
          onLoadedMetadata={({ currentTarget }) => {
            if (atNs !== null) currentTarget.currentTime = Math.max(0, filmSecond(place, atNs))
          }}
          onTimeUpdate={({ currentTarget }) => {
            if (!currentTarget.paused) cursor.move(filmMoment(place, currentTarget.currentTime), currentTarget)
          }}
          onPause={({ currentTarget }) => onPick(filmMoment(place, currentTarget.currentTime))}
        />
      )}
    </div>
  )
}

/** Those of the archive that overlap the recording, of its own upload last, then dropped ones. */
function useFilms(subject: Subject, dropped: readonly File[]): readonly Film[] {
  const { archived, origin, whole, fileId } = subject
  const { data } = useQuery({
    queryKey: ['films', fileId],
    enabled: archived?.vehicleId != null && whole !== null,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const moment = (ns: number) => new Date(origin.epochMs + (origin.nanos + ns) / 1e6).toISOString()
      const rows = await call(searchArchive, {
        body: {
          vehicleId: [archived?.vehicleId ?? 0],
          startDate: moment(whole?.fromNs ?? 0),
          endDate: moment(whole?.toNs ?? 0),
          extensions: ['mp4', 'webm'],
          offset: 0,
          max: 25,
          remember: false,
        },
        signal,
      })
      const isOwn = ({ uploadId }: { uploadId: number }) => uploadId === archived?.uploadId
      return [...rows.filter((row) => !isOwn(row)), ...rows.filter(isOwn)].flatMap(({ versions }) => versions)
    },
  })
  return useMemo(
    () => [
      ...(data ?? [])
        .filter(({ extension }) => extension === 'mp4' || extension === 'webm')
        .map((version): Film => ({
          key: `archive ${version.id}`,
          name: version.fileName,
          startNs: since(origin, { epochMs: Date.parse(version.startDate) }),
          address: () => mediaAddress(version),
        })),
      ...dropped.map((file): Film => ({
        key: `local ${file.name} ${file.lastModified}`,
        name: file.name,
        startNs: whole?.fromNs ?? 0,
        address: async () => URL.createObjectURL(file),
      })),
    ],
    [data, dropped, origin, whole],
  )
}

/** Null until it is known. */
function useAddressOf(film: Film | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    setAddress(null)
    if (film === null) return
    let made: string | null = null
    let isWanted = true
    film.address().then(
      (given) => {
        made = given
        if (isWanted) setAddress(given)
        else if (given.startsWith('blob:')) URL.revokeObjectURL(given)
      },
      () => undefined,
    )
    return () => {
      isWanted = false
      if (made?.startsWith('blob:')) URL.revokeObjectURL(made)
    }
  }, [film])
  return address
}
