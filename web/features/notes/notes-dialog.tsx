import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { getNotes, longestNotes, putNotes } from '#contract/archive.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import './notes.css'

/** The extraction notes of an upload: plain text, which its uploader and administrators may change. */
export function NotesDialog({ uploadId, onClose }: { readonly uploadId: number; readonly onClose: () => void }) {
  const formId = useId()
  const client = useQueryClient()
  const queryKey = ['notes', uploadId]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getNotes, { query: { id: uploadId }, signal }),
  })
  const [draft, setDraft] = useState<string | null>(null)
  const saving = useMutation({
    mutationFn: (notes: string) => call(putNotes, { query: { id: uploadId }, body: { notes } }),
    onSuccess: async (saved) => {
      client.setQueryData(queryKey, saved)
      setDraft(null)
      // rows tell whether there are notes
      await client.invalidateQueries({ queryKey: ['archive'] })
    },
  })
  const bytes = draft === null ? 0 : new TextEncoder().encode(draft).length
  const tooLong = bytes > longestNotes

  function submit(event: FormEvent) {
    event.preventDefault()
    if (draft !== null && !tooLong) saving.mutate(draft)
  }
  function giveUp() {
    saving.reset()
    setDraft(null)
  }

  const foot =
    draft === null ? (
      <>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
        {data ? (
          // a key: the button that submits must not be this one while it is being clicked
          <button
            key="edit"
            type="button"
            className="button primary"
            disabled={!data.mayEdit}
            title={data.mayEdit ? undefined : 'Only administrators and whoever uploaded it change notes'}
            onClick={() => setDraft(data.notes)}
          >
            Edit
          </button>
        ) : null}
      </>
    ) : (
      <>
        <button type="button" className="button" onClick={giveUp}>
          Cancel
        </button>
        <button key="save" type="submit" form={formId} className="button primary" disabled={tooLong || saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save'}
        </button>
      </>
    )
  return (
    <Dialog title="Extraction Notes" size="form" onClose={onClose} foot={foot}>
      {error && data === undefined ? (
        <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
      ) : null}
      {data === undefined && !error ? <div className="skeleton notes-waiting" role="status" aria-label="Loading" /> : null}
      {data && draft === null ? <Notes text={data.notes} /> : null}
      {draft === null ? null : (
        <form id={formId} onSubmit={submit}>
          {saving.error ? <ErrorCard title="An error occured" error={asApiError(saving.error)} /> : null}
          <textarea
            className="input notes-field"
            aria-label="Notes"
            rows={12}
            value={draft}
            aria-invalid={tooLong || undefined}
            onChange={({ target }) => setDraft(target.value)}
          />
          <p className={tooLong ? 'field-error' : 'quiet'} role={tooLong ? 'alert' : undefined}>
            {formatBytes(bytes, 1)} of {formatBytes(longestNotes)}
          </p>
        </form>
      )}
    </Dialog>
  )
}

/** As it was written: never as a page. */
function Notes({ text }: { text: string }) {
  if (text === '') return <p className="quiet">Empty</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by keys
    <pre className="notes-text" tabIndex={0} aria-label="Notes">
      {text}
    </pre>
  )
}
