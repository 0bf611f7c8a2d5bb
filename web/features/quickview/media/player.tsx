import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { asApiError } from '#web/api/errors.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import '../quickview.css'
import { placeKey } from '../viewed-file.ts'
import type { ViewedFile } from '../viewed-file.ts'
import { mediaAddress } from './media-address.ts'

/** Sound or film, played by the browser from parts of the file. After a long pause it gets a new address and goes on. */
function Player({ file, kind }: { file: ViewedFile; kind: 'audio' | 'video' }) {
  const address = useQuery({
    queryKey: ['mediaAddress', placeKey(file)],
    queryFn: () => mediaAddress(file),
    // the one that is playing stays; a new one is asked for when it is refused
    staleTime: Infinity,
    gcTime: 0,
  })
  const place = useRef(0)
  const renewedAt = useRef(-1)
  const [unsupported, setUnsupported] = useState(false)

  function fail() {
    // Refused at the same place twice: it is the file, not the address.
    if (renewedAt.current === place.current) return setUnsupported(true)
    renewedAt.current = place.current
    void address.refetch()
  }
  const player = {
    controls: true,
    preload: 'metadata',
    src: address.data,
    'aria-label': file.fileName,
    onTimeUpdate: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      if (currentTarget.currentTime > 0) place.current = currentTarget.currentTime
    },
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      if (place.current > 0) currentTarget.currentTime = place.current
    },
    onError: fail,
  } as const

  if (address.error && address.data === undefined)
    return <ErrorCard title="An error occured" error={asApiError(address.error)} retry={() => void address.refetch()} />
  if (unsupported) return <p className="qv-note quiet">Unsupported media type</p>
  if (address.data === undefined) return <p className="qv-note quiet">Loading media...</p>
  return (
    <div className="qv-player">
      {kind === 'audio' ? <audio {...player} /> : <video {...player} className="qv-film" playsInline />}
    </div>
  )
}

export const AudioViewer = ({ file }: { file: ViewedFile }) => <Player file={file} kind="audio" />
export const FilmViewer = ({ file }: { file: ViewedFile }) => <Player file={file} kind="video" />
