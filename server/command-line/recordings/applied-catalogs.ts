import { basename } from 'node:path'
import { existsSync } from 'node:fs'
import type { AppliedCatalog } from '#recording/catalogs/catalog.ts'
import { CatalogError } from '#recording/catalogs/catalog-error.ts'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { Failure } from '../failure.ts'
import { bytesOf } from './opened-recording.ts'

/**
 * The catalogs that `--dbc` names: `chassis.dbc` for every bus, `2:chassis.dbc` or `1,2:chassis.dbc` for the buses of
 * these numbers.
 */
export async function appliedCatalogs(given: readonly string[]): Promise<AppliedCatalog[]> {
  const catalogs: AppliedCatalog[] = []
  for (const each of given) {
    const parts = existsSync(each) ? null : /^(\d+(?:,\d+)*):(.+)$/.exec(each)
    const path = parts?.[2] ?? each
    const catalog = await parsed(path)
    catalogs.push(parts?.[1] === undefined ? { catalog } : { catalog, channels: parts[1].split(',').map(Number) })
  }
  return catalogs
}

async function parsed(path: string): Promise<AppliedCatalog['catalog']> {
  const bytes = await bytesOf(path)
  try {
    return parseDbc(bytes, basename(path).replace(/\.dbc$/i, ''))
  } catch (error) {
    if (error instanceof CatalogError) throw new Failure(`${path}: ${error.message}`)
    throw error
  }
}
