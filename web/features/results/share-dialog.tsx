import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { shareResults } from '#contract/ipa-results.ts'
import { listUsers } from '#contract/users.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { counted } from '#web/format/counts.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { showToast } from '#web/ui/toast.ts'

interface Given {
  /** Whole results, or single files. */
  subject: { readonly results: readonly number[] } | { readonly files: readonly number[] }
  /** Who sees them already. */
  seenBy: readonly { readonly id: number; readonly name: string }[]
  onClose: () => void
}

/** Chooses the users of the organization who see results or files of results too. */
export function ShareDialog({ subject, seenBy, onClose }: Given) {
  const own = useUser()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(seenBy.map(({ id }) => id)))
  const users = useQuery({ queryKey: ['users'], queryFn: ({ signal }) => call(listUsers, { signal }) })
  const shown = useMemo(
    () =>
      (users.data ?? [])
        .filter(({ id, username }) => id !== own?.id && username.toLowerCase().includes(typed.trim().toLowerCase()))
        .toSorted((a, b) => a.username.localeCompare(b.username)),
    [users.data, own, typed],
  )
  const before = new Set(seenBy.map(({ id }) => id))
  const added = [...chosen].filter((id) => !before.has(id))
  const removed = [...before].filter((id) => !chosen.has(id))
  const what = 'results' in subject ? counted(subject.results.length, 'result') : counted(subject.files.length, 'file')
  const share = useMutation({
    mutationFn: async () => {
      const of = 'results' in subject ? { results: [...subject.results] } : { files: [...subject.files] }
      if (added.length > 0) await call(shareResults, { body: { ...of, users: added, shared: true } })
      if (removed.length > 0) await call(shareResults, { body: { ...of, users: removed, shared: false } })
    },
    onSuccess: () => {
      showToast('The shares have been saved', 'success', 2500)
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['results'] }),
  })

  return (
    <Dialog
      title={`Share ${what}`}
      size="form"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="button primary"
            disabled={share.isPending || added.length + removed.length === 0}
            onClick={() => share.mutate()}
          >
            Share
          </button>
        </>
      }
    >
      {share.error ? <ErrorCard error={asApiError(share.error)} /> : null}
      <p className="quiet">They see the files and the log, and may download them. Nothing else becomes visible.</p>
      <input
        className="input"
        aria-label="Find a user"
        placeholder="Find a user"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {users.error ? <ErrorCard error={asApiError(users.error)} retry={() => void users.refetch()} /> : null}
      <div className="share-users" role="group" aria-label="Users">
        {shown.map(({ id, username }) => (
          <label key={id} className="share-user">
            <input
              type="checkbox"
              checked={chosen.has(id)}
              onChange={(event) => {
                const after = new Set(chosen)
                if (event.target.checked) after.add(id)
                else after.delete(id)
                setChosen(after)
              }}
            />
            {username}
          </label>
        ))}
        {users.data !== undefined && shown.length === 0 ? (
          <p className="quiet">{typed === '' ? 'There is nobody else in the organization.' : 'Nobody is called like this.'}</p>
        ) : null}
      </div>
    </Dialog>
  )
}
