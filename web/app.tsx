import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { asApiError, isUnreachable } from './api/errors.ts'
import { events, followChanges } from './events/current-events.ts'
import { session } from './features/session/current-session.ts'
import { pages } from './router/pages.ts'
import { router } from './router/router.tsx'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isUnreachable(asApiError(error)),
    },
  },
})

/** On start with a token the profile is read again, except on the login page; rules are decided anew with what it says. */
function start() {
  session.watch(window)
  followChanges(queries)
  let signedIn = session.snapshot().stored !== null
  session.subscribe(() => {
    const now = session.snapshot().stored !== null
    if (now === signedIn) return
    signedIn = now
    if (now) events.start()
    else {
      events.stop()
      // Nothing of one user may be left for the next.
      queries.clear()
    }
    void router.invalidate()
  })
  if (signedIn) events.start()
  if (signedIn && !router.history.location.pathname.startsWith(pages.login.path)) {
    session.loadProfile().then(
      () => router.invalidate(),
      () => undefined,
    )
  }
}
start()

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
