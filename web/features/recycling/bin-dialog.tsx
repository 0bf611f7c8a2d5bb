import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { purgeFileVersion, restoreFileVersion } from '#contract/recycling.ts'
import type { RecycledFile } from '#contract/recycling.ts'
import { callDelay } from '#web/api/call-delay.ts'
import { call } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { forEachId } from './each.ts'
import { counted, FileList, sizeOf } from './file-list.tsx'
import './recycling.css'

export type BinAct = 'restore' | 'purge'

const words = {
  restore: { title: 'Restore files', run: 'Restore', running: 'Restoring...', failure: 'One or more files were not restored' },
  purge: {
    title: 'Delete for good',
    run: 'Delete for good',
    running: 'Deleting...',
    failure: 'One or more files failed to delete',
  },
} as const

interface Given {
  readonly act: BinAct
  readonly files: readonly RecycledFile[]
  /** `done`: for how many files it was done. */
  readonly onClose: (done: number) => void
}

/** Restores files, or deletes them for good once that has been confirmed. */
export function BinDialog({ act, files, onClose }: Given) {
  const { title, run, running, failure } = words[act]
  const [leaving] = useState(() => new AbortController())
  const [ended, setEnded] = useState(0)
  const acting = useMutation({
    mutationFn: async () => {
      if (act === 'purge') await callDelay(leaving.signal)
      const params = (id: number) => ({ params: { id } })
      const one =
        act === 'restore'
          ? (id: number) => call(restoreFileVersion, params(id))
          : (id: number) => call(purgeFileVersion, params(id))
      return await forEachId(
        files.map(({ id }) => id),
        one,
        { signal: leaving.signal, onProgress: setEnded },
      )
    },
    onSuccess: ({ done, failed }) => failed.size === 0 && onClose(done.length),
  })
  const { data: outcome, isPending, mutate } = acting
  // restoring harms nothing, so it is not asked about
  useEffect(() => {
    if (act === 'restore') mutate()
  }, [act, mutate])

  function close() {
    leaving.abort()
    onClose(outcome?.done.length ?? ended)
  }
  const foot = (
    <>
      <button type="button" className="button" onClick={close}>
        {outcome ? 'Close' : 'Cancel'}
      </button>
      {outcome ? null : (
        <button
          type="button"
          className={act === 'purge' ? 'button danger' : 'button primary'}
          disabled={isPending}
          onClick={() => mutate()}
        >
          {isPending ? running : run}
        </button>
      )}
    </>
  )
  return (
    <Dialog title={title} size="form" onClose={close} foot={foot}>
      <div className="recycling">
        {outcome ? (
          <ErrorCard
            title="An error occured"
            error={{
              message: failure,
              detail: outcome.done.length > 0 ? `${counted(outcome.done.length)} done.` : null,
              fields: files.flatMap(({ id, fileName }) => {
                const problem = outcome.failed.get(id)
                return problem === undefined ? [] : { field: fileName, message: problem.detail ?? problem.message }
              }),
            }}
          />
        ) : (
          <>
            {act === 'purge' ? (
              <p className="recycling-note" role="alert">
                {counted(files.length)} ({sizeOf(files)}) will be deleted for good. Nobody can bring them back.
              </p>
            ) : null}
            <FileList
              label="Files"
              files={files.map((file) => ({ ...file, of: file.vehicle?.displayName ?? file.displayName }))}
            />
          </>
        )}
        {isPending ? <progress max={files.length} value={ended} aria-label={running} /> : null}
      </div>
    </Dialog>
  )
}
