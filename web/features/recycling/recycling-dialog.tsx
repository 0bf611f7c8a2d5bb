import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { recycleFileVersion } from '#contract/recycling.ts'
import { callDelay } from '#web/api/call-delay.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import type { ChosenVersion } from '#web/features/groups/selection.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { forEachId } from './each.ts'
import { counted, FileList, sizeOf } from './file-list.tsx'
import './recycling.css'

interface Given {
  readonly files: readonly ChosenVersion[]
  /** `recycled`: the files that are in recycling now. */
  readonly onClose: (recycled: readonly number[]) => void
}

/** Somebody else was quicker: the file is where it should go. */
function unlessGone(raised: unknown): void {
  if (asApiError(raised).status !== 404) throw raised
}

/** Moves the selected files to recycling: what it means, how far it is, what became of it. */
export function RecyclingDialog({ files: selected, onClose }: Given) {
  // what was selected when the dialog opened
  const [files] = useState(selected)
  const [leaving] = useState(() => new AbortController())
  const [done, setDone] = useState<ReadonlySet<number>>(new Set())
  const [ended, setEnded] = useState(0)
  const left = files.filter(({ id }) => !done.has(id))
  const recycling = useMutation({
    mutationFn: async (ids: readonly number[]) => {
      setEnded(0)
      await callDelay(leaving.signal)
      const recycled = new Set(done)
      const recycle = async (id: number) => {
        await call(recycleFileVersion, { params: { id } }).catch(unlessGone)
        recycled.add(id)
        setDone(new Set(recycled))
      }
      return await forEachId(ids, recycle, { signal: leaving.signal, onProgress: setEnded })
    },
  })
  const { data: outcome, isPending } = recycling
  const finished = files.length > 0 && left.length === 0

  function close() {
    leaving.abort()
    onClose([...done])
  }

  const start = () => recycling.mutate(left.map(({ id }) => id))
  const foot = (
    <>
      <button type="button" className="button" onClick={close}>
        {done.size > 0 || files.length === 0 ? 'Close' : 'Cancel'}
      </button>
      {finished || files.length === 0 ? null : (
        <button type="button" className="button danger" disabled={isPending} onClick={start}>
          {isPending ? 'Deleting...' : outcome ? 'Try again' : 'Move to Recycling'}
        </button>
      )}
    </>
  )
  return (
    <Dialog title="Move to Recycling" size="form" onClose={close} foot={foot}>
      <div className="recycling">
        {files.length === 0 ? (
          <p className="recycling-note" role="alert">
            No files selected.
          </p>
        ) : null}
        {finished ? (
          <p className="recycling-note success" role="status">
            {counted(files.length)} moved to recycling.
          </p>
        ) : null}
        {outcome && !isPending && left.length > 0 ? (
          <ErrorCard
            title="An error occured"
            error={{
              message: 'One or more files failed to delete',
              detail: done.size > 0 ? `${counted(done.size)} moved to recycling.` : null,
              fields: left.map(({ id, fileName }) => ({
                field: fileName,
                message: outcome.failed.get(id)?.message ?? 'Not tried',
              })),
            }}
          />
        ) : null}
        {left.length > 0 && !outcome ? (
          <>
            <p className="recycling-note">
              {counted(files.length)} ({sizeOf(files)}) will be hidden everywhere at once: from searches, viewers, downloads and
              exports. Only administrators can recover them, until they are deleted for good.
            </p>
            <FileList label="Files to recycle" files={left.map((file) => ({ ...file, of: file.upload.displayName }))} />
          </>
        ) : null}
        {isPending ? <progress max={files.length} value={Math.max(done.size, ended)} aria-label="Deleting" /> : null}
      </div>
    </Dialog>
  )
}
