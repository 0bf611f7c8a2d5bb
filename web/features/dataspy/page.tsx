import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { OwnDrop } from '#web/features/uploads/own-drop.tsx'
import { chooseFiles } from '#web/features/uploads/picked-files.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { stringifySearch } from '#web/router/search.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ArchiveViewer } from './archive-viewer.tsx'
import { sorted } from './chosen-files.ts'
import './dataspy.css'
import { DataSpyHelp } from './help.tsx'
import { LocalViewer } from './local-viewer.tsx'
import { Start } from './start.tsx'
import type { ViewState } from './view-state.ts'
import { writeViewState } from './view-state.ts'

/** The address follows the view this much later, milliseconds: browsers allow few changes in a second. */
const addressMs = 400

interface LocalFiles {
  /** Null while only catalogs were brought. */
  readonly file: File | null
  readonly catalogs: readonly File[]
}

const noFiles: LocalFiles = { file: null, catalogs: [] }

/** The viewer: a recording of the archive by `fileId`, or one of this computer that is dropped or chosen. */
export function DataSpyPage() {
  const search: Record<string, string | string[]> = useSearch({ strict: false })
  const plot = search['plot']
  const fileId = [search['fileId'] ?? []].flat()[0]
  const [local, setLocal] = useState<LocalFiles>(noFiles)
  const [archiveName, setArchiveName] = useState<string | null>(null)
  const isArchive = fileId !== undefined && local.file === null
  const name = local.file?.name ?? (isArchive ? archiveName : null)

  const take = useCallback(
    (files: readonly File[]) => {
      const { recordings, catalogs, others } = sorted(files)
      const [first] = recordings
      if (others.length > 0) showToast('Only DBC files are read here; add other catalogs on the page Catalogs', 'warning', 4000)
      if (first === undefined && catalogs.length === 0) return
      if (first === undefined && isArchive)
        return showToast('Recordings of the archive are decoded with the catalogs assigned to them', 'warning', 4000)
      if (recordings.length > 1) showToast(`One recording at a time is opened: ${first?.name}`, 'warning', 4000)
      // Signals of the same names stay plotted; the window was of the recording before.
      if (first !== undefined) goTo(pagePath('dataSpy', {}) + stringifySearch({ plot }), { replace: !isArchive })
      setLocal((before) => ({
        file: first ?? before.file,
        catalogs: [...before.catalogs.filter((old) => !catalogs.some(({ name: added }) => added === old.name)), ...catalogs],
      }))
      if (first === undefined && local.file === null) showToast('Now drop the recording that they belong to', 'plain', 4000)
    },
    [isArchive, local.file, plot],
  )
  const choose = useCallback(() => {
    chooseFiles().then(
      (picked) => take(picked.map(({ file }) => file)),
      () => showToast('The files cannot be read', 'error', 4000),
    )
  }, [take])
  const removeCatalog = useCallback(
    (fileName: string) =>
      setLocal(({ file, catalogs }) => ({ file, catalogs: catalogs.filter((catalog) => catalog.name !== fileName) })),
    [],
  )
  const showInAddress = useAddress(isArchive ? fileId : undefined)

  return (
    <>
      <PageHeader
        title={name ?? 'DataSpy'}
        crumbs={[
          { title: 'Dashboard', path: pagePath('home', {}) },
          ...(name === null ? [] : [{ title: 'DataSpy', path: pagePath('dataSpy', {}) }]),
        ]}
        help={{ title: 'DataSpy', text: <DataSpyHelp /> }}
        actions={
          local.file !== null || isArchive ? (
            <button type="button" className="button" onClick={choose} title="From this computer; it is not uploaded">
              Open a recording
            </button>
          ) : null
        }
      />
      <OwnDrop
        title="Drop to open"
        text="The recording stays on this computer; DBC files dropped with it decode it"
        onFiles={take}
      />
      {local.file !== null ? (
        <LocalViewer
          key={`${local.file.name} ${local.file.size} ${local.file.lastModified}`}
          file={local.file}
          catalogs={local.catalogs}
          onAddCatalogs={choose}
          onRemoveCatalog={removeCatalog}
          onView={showInAddress}
        />
      ) : fileId === undefined ? (
        <Start onOpen={choose} />
      ) : /^\d+$/.test(fileId) ? (
        <ArchiveViewer key={fileId} fileId={Number(fileId)} onView={showInAddress} onName={setArchiveName} />
      ) : (
        <ErrorCard
          title="The recording cannot be opened"
          error={{ message: `${fileId} is not the number of a file.`, fields: [] }}
        />
      )}
    </>
  )
}

/** Writes what is shown into the address, some time after it last changed. */
function useAddress(fileId: string | undefined): (view: ViewState) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (view: ViewState) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const path =
          pagePath('dataSpy', {}) + stringifySearch({ ...(fileId === undefined ? {} : { fileId }), ...writeViewState(view) })
        goTo(path, { replace: true })
      }, addressMs)
    },
    [fileId],
  )
}
