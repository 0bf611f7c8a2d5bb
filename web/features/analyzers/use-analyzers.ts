import { useQuery } from '@tanstack/react-query'
import { listAnalyzers } from '#contract/analyzers.ts'
import { listUsers } from '#contract/users.ts'
import { call } from '#web/api/client.ts'
import { pollUnlessLive } from '#web/events/current-events.ts'

/** How often the list is looked at while the server cannot tell of changes, milliseconds. */
export const analyzerPollMs = 10_000

/** The analyzers of the organization. While a dialog is open nothing is polled: what is edited stays as it was looked at. */
export const useAnalyzers = (isDialogOpen: boolean) =>
  useQuery({
    queryKey: ['analyzers', 'list'],
    queryFn: ({ signal }) => call(listAnalyzers, { signal }),
    meta: { topics: ['analyzer', 'run', 'script', 'dataset'] },
    refetchInterval: () => (isDialogOpen ? false : pollUnlessLive(analyzerPollMs)),
  })

export const useUsers = () =>
  useQuery({ queryKey: ['users'], queryFn: ({ signal }) => call(listUsers, { signal }), staleTime: 60_000 })
