import { CatalogError } from '#recording/catalogs/catalog-error.ts'
import type { Catalog } from '#recording/catalogs/catalog.ts'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { matchCatalog } from '#recording/catalogs/matching.ts'
import type { MatchCounts, SeenIdentifier } from '#recording/catalogs/matching.ts'
import type { IdSummary } from '#recording/reading/id-tally.ts'
import type { BroughtCatalog } from '../protocol.ts'

/** The largest catalog that is read, bytes: as the archive has it. */
const largestCatalog = 32 * 1024 * 1024

export interface ParsedFile {
  readonly fileName: string
  readonly catalog: Catalog | null
  readonly problem: string | null
}

export async function parseCatalog(file: File): Promise<ParsedFile> {
  const refused = (problem: string): ParsedFile => ({ fileName: file.name, catalog: null, problem })
  if (file.size > largestCatalog) return refused('It is larger than 32 MB.')
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return { fileName: file.name, catalog: parseDbc(bytes, file.name.replace(/\.dbc$/i, '')), problem: null }
  } catch (error) {
    if (error instanceof CatalogError) return refused(error.message)
    throw error
  }
}

const nothing: MatchCounts = { idCount: 0, matchedIdCount: 0, frameCount: 0, matchedFrameCount: 0 }

export function presentCatalog({ fileName, catalog, problem }: ParsedFile, ids: readonly IdSummary[]): BroughtCatalog {
  return {
    fileName,
    problem,
    messageCount: catalog?.messages.length ?? 0,
    signalCount: catalog?.messages.reduce((sum, { signals }) => sum + signals.length, 0) ?? 0,
    noteCount: catalog?.notes?.length ?? 0,
    match: catalog === null ? nothing : countsOf(matchCatalog(catalog, ids.map(seen))),
  }
}

const seen = ({ minLength, maxLength, ...rest }: IdSummary): SeenIdentifier => ({
  ...rest,
  shortest: minLength,
  longest: maxLength,
})

const countsOf = ({ idCount, matchedIdCount, frameCount, matchedFrameCount }: MatchCounts): MatchCounts => ({
  idCount,
  matchedIdCount,
  frameCount,
  matchedFrameCount,
})
