import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeDemo } from '#contract/server.ts'
import type { CurrentUser } from '#contract/users.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { showToast } from '#web/ui/toast.ts'

/** Says that what is shown is pretended, and lets those who run the server remove it. */
export function DemoNotice({ state, user }: { state: 'absent' | 'arriving' | 'present' | 'removing'; user: CurrentUser | null }) {
  const queries = useQueryClient()
  const removal = useMutation({
    mutationFn: () => call(removeDemo),
    onSuccess: () => queries.invalidateQueries(),
    onError: (error) => showToast(asApiError(error).message, 'error', 4000),
  })
  if (state === 'absent') return null
  const mayRemove = user?.permissions.includes('server.manage') === true && state === 'present'
  const confirmed = () => window.confirm('Remove the demo fleet with all its vehicles, uploads and files?')
  return (
    <p className="notice" style={{ marginBottom: 12 }}>
      {state === 'removing' || removal.isPending
        ? 'The demo fleet is being removed.'
        : state === 'arriving'
          ? 'A demo fleet is arriving: pretend vehicles, uploaded by pretend loggers.'
          : 'The demo fleet is here: pretend vehicles, uploaded by pretend loggers.'}
      {mayRemove && !removal.isPending ? (
        <button type="button" className="button" onClick={() => confirmed() && removal.mutate()}>
          Remove the demo fleet
        </button>
      ) : null}
    </p>
  )
}
