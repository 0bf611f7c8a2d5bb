import { pageList, pages } from './pages.ts'
import type { PageId, PageParams } from './pages.ts'

/**
 * Two forms of every address. The *path* is what the router matches (/ui2/...?search). The *address* is what the
 * address bar and links show: the classic form (/ui/#!/...) for the pages that have one, otherwise the path.
 */

const classicStart = '/ui/#!'

interface Rule {
  path: RegExp
  classic: RegExp
  toClassic: (found: RegExpMatchArray) => string
  toPath: (found: RegExpMatchArray) => string
}

const rules: readonly Rule[] = pageList.flatMap(([, page]) => {
  const { classic } = page
  if (classic === undefined) return []
  return [{ path: patternOf(page.path), classic: patternOf(classic), toClassic: filler(classic), toPath: filler(page.path) }]
})

/** Addresses outside /ui2 and the hash, without a slash at the end, and where they lead. */
const moved: ReadonlyMap<string, string> = new Map([
  ['/', pages.home.path],
  ['/ui', pages.home.path],
  ['/ui2', pages.home.path],
  ...pageList.flatMap(([, { address, path }]): Array<[string, string]> => (address === undefined ? [] : [[bare(address), path]])),
])
const printed = new Map(pageList.map(([, { address, path }]) => [path as string, address]))

/** `/ui/#!/fleet/1/vehicle/2?x=y` -> `/ui2/fleet/1/vehicle/2?x=y`. Paths stay as they are. */
export function pathOfAddress(address: string): string {
  const url = new URL(address, 'http://own.invalid')
  const plain = bare(url.pathname)
  if (plain === '/ui' && url.hash.startsWith('#!')) {
    const { pathname, search } = new URL(`http://own.invalid/${url.hash.slice(2).replace(/^\/+/, '')}`)
    for (const rule of rules) {
      const found = pathname.match(rule.classic)
      if (found !== null) return rule.toPath(found) + search
    }
    // Unknown classic addresses keep their words, so that the page can say what was not found.
    return `/ui2/classic${pathname}${search}`
  }
  return (moved.get(plain) ?? plain) + url.search
}

/** `/ui2/fleet/1/vehicle/2?x=y` -> `/ui/#!/fleet/1/vehicle/2?x=y` where a classic form exists. */
export function addressOfPath(path: string): string {
  const { pathname, search } = new URL(path, 'http://own.invalid')
  const plain = bare(pathname)
  for (const rule of rules) {
    const found = plain.match(rule.path)
    if (found !== null) return classicStart + rule.toClassic(found) + search
  }
  return (printed.get(plain) ?? pathname) + search
}

/** The path of a page, e.g. `pagePath('vehicle', { fleetId: 1, vehicleId: 2 })`. `search` values that are undefined are left out. */
export function pagePath<Id extends PageId>(
  id: Id,
  params: PageParams<Id>,
  search: Record<string, string | undefined> = {},
): string {
  const given: Record<string, string | number> = params
  const path = pages[id].path.replace(/\$(\w+)/g, (_whole, name: string) => encodeURIComponent(String(given[name] ?? '')))
  const query = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Without slashes at the end, and with one where an id is missing between two. */
function bare(pathname: string): string {
  const single = pathname.replaceAll(/\/{2,}/g, '/')
  return single.length > 1 ? single.replace(/\/$/, '') : single
}

function patternOf(template: string): RegExp {
  const source = template.replace(/\/+$/, '').replace(/\$(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}/?$`)
}

function filler(template: string) {
  return (found: RegExpMatchArray) => template.replace(/\$(\w+)/g, (_whole, name: string) => found.groups?.[name] ?? '')
}
