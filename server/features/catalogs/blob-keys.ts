import { randomUUID } from 'node:crypto'

/** All files of catalogs begin so. */
export const catalogPrefix = 'catalogs/'

/** Where a file of a catalog goes, as it came or in the catalog's own form. */
export function newCatalogKey(): string {
  return `${catalogPrefix}${randomUUID().replaceAll('-', '')}`
}
