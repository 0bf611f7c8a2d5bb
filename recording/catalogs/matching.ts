import type { BusKind } from '../frames.ts'
import type { Catalog, Message } from './catalog.ts'
import { CatalogLookup } from './lookup.ts'

/** An identifier of a recording, as counted at ingest. */
export interface SeenIdentifier {
  readonly kind: BusKind
  readonly channel: number
  /** Without flag bits. */
  readonly id: number
  readonly extended: boolean
  readonly frameCount: number
  /** Data bytes of its shortest and of its longest frame. */
  readonly shortest: number
  readonly longest: number
}

/** Identifiers and frames of which a catalog knows a part. */
export interface MatchCounts {
  readonly idCount: number
  readonly matchedIdCount: number
  readonly frameCount: number
  readonly matchedFrameCount: number
}

export interface BusMatch extends MatchCounts {
  readonly kind: BusKind
  readonly channel: number
  /** Different messages of the catalog that were found there. */
  readonly messageCount: number
}

export interface CatalogMatch extends MatchCounts {
  /** In the order of kind and channel. */
  readonly buses: readonly BusMatch[]
  /** Identifiers that the catalog does not know, most frames first. */
  readonly unknown: readonly SeenIdentifier[]
  /** Identifiers that it knows with a length that the frames do not have, most frames first. */
  readonly misfits: readonly SeenIdentifier[]
}

export interface CatalogSuggestion {
  readonly catalog: Catalog
  readonly match: CatalogMatch
  /** The buses that the catalog is suggested for, best first. */
  readonly channels: readonly BusMatch[]
}

/**
 * Below these a catalog is not suggested for a bus: catalogs of other vehicles share a tenth of their identifiers by
 * chance (11 bits are few), rarely a third of them with equal lengths.
 */
export const suggestionThresholds = {
  /** Share of the bus's identifiers, or of its frames, that must match. */
  share: 0.3,
  /** Identifiers that must match; fewer are enough when they are all that the bus has. */
  idCount: 3,
  /** Whatever the shares: a catalog of this many messages or more fits when each of them is on the bus. */
  wholeCatalog: 2,
} as const

/** How well a catalog fits what a recording holds: by identifier (J1939: by parameter group) and by a plausible length. */
export function matchCatalog(catalog: Catalog, seen: readonly SeenIdentifier[]): CatalogMatch {
  const lookup = new CatalogLookup([{ catalog }])
  const unknown: SeenIdentifier[] = []
  const misfits: SeenIdentifier[] = []
  const buses = new Map<string, BusMatch>()
  const found = new Map<string, Set<Message>>()
  for (const identifier of seen) {
    const { kind, channel, id, extended, frameCount } = identifier
    const message = lookup.messageFor(kind, channel, id, extended)?.message
    const matched = message !== undefined && lengthIsPlausible(message, identifier)
    if (!message) unknown.push(identifier)
    else if (!matched) misfits.push(identifier)
    const key = `${kind} ${channel}`
    const bus = buses.get(key) ?? { kind, channel, messageCount: 0, ...nothing }
    const messages = found.get(key) ?? new Set()
    found.set(key, messages)
    if (matched) messages.add(message)
    buses.set(key, { ...bus, ...sum(bus, countsOf(frameCount, matched)), messageCount: messages.size })
  }
  const ordered = [...buses.values()].sort((a, b) => a.kind.localeCompare(b.kind) || a.channel - b.channel)
  const byFrames = (a: SeenIdentifier, b: SeenIdentifier): number => b.frameCount - a.frameCount
  return {
    ...ordered.reduce<MatchCounts>(sum, nothing),
    buses: ordered,
    unknown: unknown.sort(byFrames),
    misfits: misfits.sort(byFrames),
  }
}

/** Catalogs that seem to be of the recorded vehicle, best first; by `suggestionThresholds`, bus by bus. */
export function suggestCatalogs(catalogs: readonly Catalog[], seen: readonly SeenIdentifier[]): CatalogSuggestion[] {
  return catalogs
    .map((catalog) => {
      const match = matchCatalog(catalog, seen)
      const channels = match.buses.filter((bus) => isGood(bus, catalog)).sort((a, b) => score(b) - score(a))
      return { catalog, match, channels }
    })
    .filter(({ channels }) => channels.length > 0)
    .sort((a, b) => score(b.match) - score(a.match) || b.match.matchedIdCount - a.match.matchedIdCount)
}

/** 0 to 1: the mean of the shares of identifiers and of frames, as one busy identifier must not decide alone. */
export function score(counts: MatchCounts): number {
  return (share(counts.matchedIdCount, counts.idCount) + share(counts.matchedFrameCount, counts.frameCount)) / 2
}

function isGood(bus: BusMatch, catalog: Catalog): boolean {
  if (bus.messageCount >= suggestionThresholds.wholeCatalog && bus.messageCount === catalog.messages.length) return true
  const enough = bus.matchedIdCount >= suggestionThresholds.idCount || bus.matchedIdCount === bus.idCount
  const best = Math.max(share(bus.matchedIdCount, bus.idCount), share(bus.matchedFrameCount, bus.frameCount))
  return enough && best >= suggestionThresholds.share
}

/**
 * A message's frames have its length, and CAN FD pads to the next of its few; a catalog that speaks of more bytes than
 * any frame has, or of fewer than all have, is of another vehicle. J1939 groups vary, and long ones come in packets.
 */
function lengthIsPlausible(message: Message, { shortest, longest }: SeenIdentifier): boolean {
  if (message.j1939 || message.length === 0) return true
  return message.length <= longest && paddedLength(message.length) >= shortest
}

const fdLengths = [12, 16, 20, 24, 32, 48, 64]

function paddedLength(length: number): number {
  // Senders of short classic frames pad to 8 as well: diagnostics demand it (ISO 15765-2), others do it from habit.
  return length <= 8 ? 8 : (fdLengths.find((padded) => padded >= length) ?? length)
}

const nothing: MatchCounts = { idCount: 0, matchedIdCount: 0, frameCount: 0, matchedFrameCount: 0 }

function countsOf(frameCount: number, matched: boolean): MatchCounts {
  return { idCount: 1, matchedIdCount: matched ? 1 : 0, frameCount, matchedFrameCount: matched ? frameCount : 0 }
}

function sum(a: MatchCounts, b: MatchCounts): MatchCounts {
  return {
    idCount: a.idCount + b.idCount,
    matchedIdCount: a.matchedIdCount + b.matchedIdCount,
    frameCount: a.frameCount + b.frameCount,
    matchedFrameCount: a.matchedFrameCount + b.matchedFrameCount,
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
