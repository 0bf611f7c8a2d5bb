import type { AppliedCatalog } from '../catalogs/catalog.ts'
import { CatalogLookup } from '../catalogs/lookup.ts'

/** The message of an identifier (without flag bits) on a bus; null when no catalog knows it. */
export type MessageFinder = CatalogLookup['messageFor']

export function messageFinder(catalogs: readonly AppliedCatalog[]): MessageFinder {
  const lookup = new CatalogLookup(catalogs)
  return (kind, channel, id, extended) => lookup.messageFor(kind, channel, id, extended)
}
