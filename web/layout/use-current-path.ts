import { useLocation } from '@tanstack/react-router'
import { pages } from '#web/router/pages.ts'
import type { PageId } from '#web/router/pages.ts'

/** Whether a page is the one shown: `page` for `aria-current`. */
export function useIsCurrent() {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (page: PageId) => (pages[page].path === pathname ? ('page' as const) : undefined)
}
