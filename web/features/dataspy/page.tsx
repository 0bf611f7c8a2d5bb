import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { OwnDrop } from '#web/features/uploads/own-drop.tsx'
import { chooseFiles } from '#web/features/uploads/picked-files.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import type { Search } from '#web/router/search.ts'
import { stringifySearch } from '#web/router/search.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { HitRecording } from '#web/viewer/hits/hit-list.ts'
import { AddRecording } from './add-recording.tsx'
import { sorted } from './chosen-files.ts'
import './dataspy.css'
import { DataSpyHelp } from './help.tsx'
import { isSameName } from './hit-sources.ts'
import { HitsPanel } from './hits-panel.tsx'
import { OpenedRecordings, archiveSource, localSource } from './opened-recordings.tsx'
import type { Source } from './opened-recordings.tsx'
import { Start } from './start.tsx'
import { useOpenHits } from './use-open-hits.ts'
import type { ViewState } from './view-state.ts'
import { writeViewState } from './view-state.ts'

/** The address follows the view this much later, milliseconds: browsers allow few changes in a second. */
const addressMs = 400
/** Recordings that are open together at most. */
const mostRecordings = 16

/** Of this computer. */
interface LocalFiles {
  readonly files: readonly File[]
  readonly catalogs: readonly File[]
}

const noFiles: LocalFiles = { files: [], catalogs: [] }

/** The viewer: recordings of the archive by `fileId` (which may be repeated), and of this computer, dropped or chosen. */
export function DataSpyPage() {
  const search: Record<string, string | string[]> = useSearch({ strict: false })
  const plot = search['plot']
  const idText = [search['fileId'] ?? []].flat().join(' ')
  const [local, setLocal] = useState<LocalFiles>(noFiles)
  const [name, setName] = useState<string | null>(null)
  const fileIds = useMemo(() => (idText === '' ? [] : [...new Set(idText.split(' '))].slice(0, mostRecordings)), [idText])
  const [films, setFilms] = useState<readonly File[]>([])
  const hits = useOpenHits(search, fileIds)
  const { keep, add: addHits } = hits
  const sources = useMemo(
    () => [...fileIds.map(archiveSource), ...[...hits.files, ...local.files].map(localSource)],
    [fileIds, hits.files, local.files],
  )
  const isOpen = sources.length > 0

  const take = useCallback(
    (given: readonly File[], isMore: boolean) => {
      const { recordings, catalogs, others, hits: lists, films: added } = sorted(given)
      addHits(lists)
      if (added.length > 0) setFilms((before) => [...before, ...added])
      if (others.length > 0) showToast('Only DBC files are read here; add other catalogs on the page Catalogs', 'warning', 4000)
      if (recordings.length === 0 && catalogs.length === 0) return
      if (recordings.length === 0 && isOpen && local.files.length === 0)
        return showToast('Recordings of the archive are decoded with the catalogs assigned to them', 'warning', 4000)
      // Signals of the same names stay plotted; the window was of the recording before.
      if (recordings.length > 0 && !isMore)
        goTo(pagePath('dataSpy', {}) + stringifySearch({ ...keep, plot }), { replace: fileIds.length === 0 })
      setLocal((before) => ({
        files: isMore || recordings.length === 0 ? [...before.files, ...recordings] : recordings,
        catalogs: [...before.catalogs.filter((old) => !catalogs.some(({ name: added }) => added === old.name)), ...catalogs],
      }))
      if (recordings.length === 0 && !isOpen) showToast('Now drop the recording that they belong to', 'plain', 4000)
    },
    [isOpen, local.files, fileIds, plot, keep, addHits],
  )
  const choose = useCallback(
    (isMore: boolean) => {
      chooseFiles().then(
        (picked) =>
          take(
            picked.map(({ file }) => file),
            isMore,
          ),
        () => showToast('The files cannot be read', 'error', 4000),
      )
    },
    [take],
  )
  const addCatalogs = useCallback(() => choose(true), [choose])
  const removeCatalog = useCallback(
    (fileName: string) =>
      setLocal(({ files, catalogs }) => ({ files, catalogs: catalogs.filter((catalog) => catalog.name !== fileName) })),
    [],
  )
  const close = useCallback(
    (source: Source, view: ViewState) => {
      const fileId = fileIds.filter((id) => source.kind === 'local' || id !== source.fileId)
      goTo(pagePath('dataSpy', {}) + stringifySearch({ ...keep, fileId, ...writeViewState(view) }), { replace: true })
      if (source.kind === 'local')
        setLocal((before) => ({ ...before, files: before.files.filter((file) => file !== source.file) }))
    },
    [fileIds, keep],
  )
  const showInAddress = useAddress(fileIds, keep)
  const isLocal = ({ fileName }: HitRecording) => [...hits.files, ...local.files].some((file) => isSameName(file.name, fileName))
  const title = sources.length > 1 && name !== null ? `${name} and ${sources.length - 1} more` : (name ?? 'DataSpy')

  return (
    <>
      <PageHeader
        title={isOpen ? title : 'DataSpy'}
        crumbs={[
          { title: 'Dashboard', path: pagePath('home', {}) },
          ...(isOpen && name !== null ? [{ title: 'DataSpy', path: pagePath('dataSpy', {}) }] : []),
        ]}
        help={{ title: 'DataSpy', text: <DataSpyHelp /> }}
        actions={
          isOpen ? (
            <>
              <AddRecording fileIds={fileIds} search={search} onLocal={() => choose(true)} />
              <button
                type="button"
                className="button"
                onClick={() => choose(false)}
                title="From this computer; it is not uploaded"
              >
                Open a recording
              </button>
            </>
          ) : null
        }
      />
      <OwnDrop
        title="Drop to open"
        text="Recordings stay on this computer, several are opened together; DBC files dropped with them decode them"
        onFiles={(files) => take(files, false)}
      />
      {hits.lists.map((shown) => (
        <HitsPanel
          key={shown.key}
          shown={shown}
          missing={hits.missing}
          onGo={(chosen) => hits.go(chosen, isLocal(chosen.recording))}
          onClose={() => hits.close(shown.key)}
        />
      ))}
      {isOpen ? (
        <OpenedRecordings
          key={sources[0]?.key}
          sources={sources}
          catalogs={local.catalogs}
          onAddCatalogs={addCatalogs}
          onRemoveCatalog={removeCatalog}
          onView={showInAddress}
          onName={setName}
          hits={hits.recordings}
          films={films}
          chosenHit={hits.chosen}
          onHits={hits.open}
          onClose={close}
        />
      ) : hits.lists.length > 0 ? (
        <EmptyState
          title="Choose a hit"
          text="Its recording opens from the archive at these seconds; or drop the recording here."
        />
      ) : (
        <Start onOpen={() => choose(false)} />
      )}
    </>
  )
}

/** Writes what is shown into the address, some time after it last changed. */
function useAddress(fileIds: readonly string[], keep: Search): (view: ViewState) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (view: ViewState) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const path = pagePath('dataSpy', {}) + stringifySearch({ ...keep, fileId: fileIds, ...writeViewState(view) })
        goTo(path, { replace: true })
      }, addressMs)
    },
    [fileIds, keep],
  )
}
