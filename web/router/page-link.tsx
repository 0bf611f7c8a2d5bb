import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { addressOfPath, pagePath, pathOfAddress } from './address.ts'
import { history } from './history.ts'
import type { PageId, PageParams } from './pages.ts'

type Anchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { children?: ReactNode; ref?: React.Ref<HTMLAnchorElement> }

/** A link to a path of ours: shows the address that the page is known by, and goes there without loading the page anew. */
export function PathLink({ path, onClick, ...rest }: Anchor & { path: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const elsewhere =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target === '_blank'
    if (event.defaultPrevented || elsewhere) return
    event.preventDefault()
    goTo(path)
  }
  return <a {...rest} href={addressOfPath(path)} onClick={follow} />
}

/** A link to a page by its name in pages.ts: `<PageLink page="vehicle" params={{ fleetId: 1, vehicleId: 2 }}>`. */
export function PageLink<Id extends PageId>({
  page,
  params,
  search,
  ...rest
}: Anchor & { page: Id; search?: Record<string, string | undefined> } & (object extends PageParams<Id>
    ? { params?: PageParams<Id> }
    : { params: PageParams<Id> })) {
  // Pages without parameters need none.
  return <PathLink {...rest} path={pagePath(page, params ?? ({} as PageParams<Id>), search)} />
}

/** Goes to a path (or a classic address) of ours. */
export function goTo(pathOrAddress: string, { replace = false } = {}) {
  const path = pathOfAddress(pathOrAddress)
  if (replace) history.replace(path)
  else history.push(path)
}
