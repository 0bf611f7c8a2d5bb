import type { CatalogMatch } from '#contract/catalogs.ts'
import type { RecordedId } from '#contract/recordings.ts'
import type { Catalog } from '#recording/catalogs/catalog.ts'
import { CatalogLookup } from '#recording/catalogs/lookup.ts'
import type { MatchCounts, SeenIdentifier } from '#recording/catalogs/matching.ts'
import { matchCatalog, score, suggestCatalogs } from '#recording/catalogs/matching.ts'
import { obdCatalog } from '#recording/diagnostics/obd-catalog.ts'
import type { BusKind } from '#recording/frames.ts'
import type { OutlineEntry } from '#server/database/recording-tables.ts'

const busKinds: readonly BusKind[] = ['CAN', 'LIN', 'FlexRay', 'Ethernet', 'MOST', 'other']

/** What of a catalog decides whether it fits. */
export function outlineOf(catalog: Catalog): OutlineEntry[] {
  return catalog.messages.map(({ id, extended, length, bus, j1939 = false }) => ({
    id,
    extended,
    length,
    lin: bus === 'LIN',
    j1939,
  }))
}

/** The catalog of an outline: without names and signals. */
function catalogOf(outline: readonly OutlineEntry[]): Catalog {
  return {
    name: '',
    messages: outline.map(({ id, extended, length, lin, j1939 }) => ({
      name: '',
      id,
      extended,
      length,
      bus: lin ? 'LIN' : 'CAN',
      j1939,
      signals: [],
    })),
  }
}

export function seenOf(ids: readonly RecordedId[]): SeenIdentifier[] {
  return ids.map(({ kind, channel, id, extended, frameCount, minLength, maxLength }) => ({
    kind: busKinds.find((known) => known === kind) ?? 'other',
    channel,
    id,
    extended,
    frameCount,
    shortest: minLength,
    longest: maxLength,
  }))
}

/** Tells how well a catalog fits the identifiers of recordings. */
export function matcherOf(outline: readonly OutlineEntry[]): (seen: readonly SeenIdentifier[]) => CatalogMatch {
  const catalog = catalogOf(outline)
  return (seen) => {
    const [suggestion] = suggestCatalogs([catalog], seen)
    const match = suggestion?.match ?? matchCatalog(catalog, seen)
    return {
      ...countsOf(match),
      misfitIds: match.misfits.length,
      buses: match.buses.map((bus) => ({ kind: bus.kind, channel: bus.channel, ...countsOf(bus) })),
      good: suggestion !== undefined,
    }
  }
}

function countsOf(counts: MatchCounts) {
  return {
    rate: score(counts),
    matchedFrames: counts.matchedFrameCount,
    frameCount: counts.frameCount,
    matchedIds: counts.matchedIdCount,
    idCount: counts.idCount,
  }
}

/** A catalog applied to some buses (null: to every one). */
export interface AppliedOutline {
  readonly outline: readonly OutlineEntry[]
  readonly channels: readonly number[] | null
}

/** Identifiers that none of the catalogs knows, nor what every recording is decoded with. */
export function unknownIds(ids: readonly RecordedId[], applied: readonly AppliedOutline[]): RecordedId[] {
  const lookup = new CatalogLookup([
    ...applied.map(({ outline, channels }) => ({ catalog: catalogOf(outline), ...(channels && { channels }) })),
    { catalog: obdCatalog },
  ])
  const seen = seenOf(ids)
  return ids.filter((_, i) => {
    const one = seen[i]
    return one !== undefined && lookup.messageFor(one.kind, one.channel, one.id, one.extended) === null
  })
}
