import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { session } from '#web/features/session/current-session.ts'
import { Toasts } from '#web/ui/toasts.tsx'
import { detourOf } from './access.ts'
import { components } from './components.ts'
import { history } from './history.ts'
import { LaterPage } from './later-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PageFailure } from './page-failure.tsx'
import { pageList } from './pages.ts'
import type { BuiltPageId, Page, PageId } from './pages.ts'
import { parseSearch, stringifySearch } from './search.ts'

const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  notFoundComponent: NotFoundPage,
})

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'layout',
  component: lazyRouteComponent(() => import('#web/layout/layout.tsx'), 'Layout'),
})

/** Lets a visitor in or sends them elsewhere, by the page's access rule. */
async function guard(page: Page, path: string) {
  const signedIn = () => session.snapshot().stored !== null
  // A page with a role cannot be decided before the profile is here.
  if (page.access !== 'public' && signedIn() && session.snapshot().stored?.user === null) {
    await session.loadProfile().catch((raised: unknown) => {
      if (signedIn()) throw raised
    })
  }
  const detour = detourOf(page.access, { signedIn: signedIn(), user: session.snapshot().stored?.user ?? null }, path)
  if (detour === null) return
  const [to = '/', query = ''] = detour.split('?', 2)
  throw redirect({ to, search: parseSearch(query), replace: true })
}

const isBuilt = (id: PageId): id is BuiltPageId => id in components

function routeOf([id, page]: readonly [PageId, Page]) {
  const parent = page.frame === 'layout' ? layoutRoute : rootRoute
  return createRoute({
    getParentRoute: () => parent,
    path: page.path,
    beforeLoad: ({ location }) => guard(page, location.pathname + location.searchStr),
    head: () => ({ meta: [{ title: page.title }] }),
    component: isBuilt(id) ? lazyRouteComponent(components[id], 'Page') : () => <LaterPage page={page} />,
  })
}

const inFrame = (frame: Page['frame']) => pageList.filter(([, page]) => page.frame === frame).map(routeOf)

export const router = createRouter({
  routeTree: rootRoute.addChildren([layoutRoute.addChildren(inFrame('layout')), ...inFrame('plain')]),
  history,
  parseSearch,
  stringifySearch,
  trailingSlash: 'never',
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error, reset }) => <PageFailure error={error} retry={reset} />,
  defaultNotFoundComponent: NotFoundPage,
})
