import { useCallback, useState } from 'react'
import { ErrorCard } from '#web/ui/error-card.tsx'
import type { HitRecording } from '#web/viewer/hits/hit-list.ts'
import { ArchiveSource } from './archive-source.tsx'
import type { ChosenHit } from './hit-rows.ts'
import { LocalSource } from './local-source.tsx'
import type { Subject } from './subject.ts'
import type { ViewState } from './view-state.ts'
import { ViewerScreen } from './viewer-screen.tsx'

/** Where a recording comes from. */
export type Source =
  | { readonly kind: 'archive'; readonly key: string; readonly fileId: string }
  | { readonly kind: 'local'; readonly key: string; readonly file: File }

export const archiveSource = (fileId: string): Source => ({ kind: 'archive', key: `archive ${fileId}`, fileId })
export const localSource = (file: File): Source => ({
  kind: 'local',
  key: `local ${file.name} ${file.size} ${file.lastModified}`,
  file,
})

interface Given {
  sources: readonly Source[]
  /** DBC files that decode files of this computer. */
  catalogs: readonly File[]
  onAddCatalogs: () => void
  onRemoveCatalog: (fileName: string) => void
  onView: (view: ViewState) => void
  onName: (name: string | null) => void
  hits: readonly HitRecording[]
  chosenHit: ChosenHit | null
  films: readonly File[]
  /** A file of the archive is a list of hits. */
  onHits: (fileId: number) => void
  /** `view`: what is left to be shown. */
  onClose: (source: Source, view: ViewState) => void
}

/** Opens each source and shows those that are open together. Give it a key that changes with the first source. */
export function OpenedRecordings(given: Given) {
  const { sources, catalogs, onAddCatalogs, onRemoveCatalog, onView, onName, hits, chosenHit, films, onHits, onClose } = given
  const [subjects, setSubjects] = useState<Readonly<Record<string, Subject | null>>>({})
  const take = useCallback(
    (key: string, subject: Subject | null, isFirst: boolean) => {
      setSubjects((before) => (before[key] === subject ? before : { ...before, [key]: subject }))
      if (isFirst) onName(subject?.name ?? null)
    },
    [onName],
  )
  const [first, ...others] = sources.map(({ key }) => subjects[key] ?? null)
  const recordings = useStable(first ? ([first, ...others] as const) : null)
  return (
    <>
      {sources.map((source, at) => (
        <OneSource
          key={source.key}
          source={source}
          isFirst={at === 0}
          around={{ catalogs, onAddCatalogs, onRemoveCatalog, onHits }}
          onSubject={take}
        />
      ))}
      {recordings ? (
        <ViewerScreen
          recordings={recordings}
          hits={hits}
          chosenHit={chosenHit}
          films={films}
          onView={onView}
          onClose={(at, view) => {
            const closing = sources[at]
            if (closing !== undefined) onClose(closing, view)
          }}
        />
      ) : null}
    </>
  )
}

interface OneGiven {
  source: Source
  isFirst: boolean
  around: Pick<Given, 'catalogs' | 'onAddCatalogs' | 'onRemoveCatalog' | 'onHits'>
  onSubject: (key: string, subject: Subject | null, isFirst: boolean) => void
}

function OneSource({ source, isFirst, around, onSubject }: OneGiven) {
  const { key } = source
  const tell = useCallback((subject: Subject | null) => onSubject(key, subject, isFirst), [onSubject, key, isFirst])
  const { onHits, ...catalogs } = around
  if (source.kind === 'local') return <LocalSource file={source.file} {...catalogs} onSubject={tell} />
  if (/^\d+$/.test(source.fileId)) return <ArchiveSource fileId={Number(source.fileId)} onSubject={tell} onHits={onHits} />
  return (
    <ErrorCard
      title="The recording cannot be opened"
      error={{ message: `${source.fileId} is not the number of a file.`, fields: [] }}
    />
  )
}

type Recordings = readonly [Subject, ...(Subject | null)[]]

/** The same list while what is in it is the same. */
function useStable(list: Recordings | null): Recordings | null {
  const [kept, setKept] = useState(list)
  const isSame = kept === list || (kept?.length === list?.length && kept?.every((one, at) => one === list?.[at]))
  if (!isSame) setKept(list)
  return isSame ? kept : list
}
