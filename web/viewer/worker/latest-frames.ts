import type { LatestFrame, LatestFrames } from '../protocol.ts'
import { isError, isExtended } from '../trace/frame-flags.ts'
import type { FramePages } from './frame-pages.ts'

/** How far back a message is looked for: a million frames. */
const mostParts = 64
/** As many as a recording's index lists. */
const mostIds = 20_000

/** One identifier on one bus; frames of an error have none. */
interface Seen {
  readonly frame: LatestFrame
  hasBefore: boolean
}

/** The newest frame of each identifier at or before a moment (null: of all that has been read), beside the one before it. */
export async function latestFrames(pages: FramePages, timeNs: number | null): Promise<LatestFrames> {
  const { log } = pages
  if (log.count === 0 && !log.complete) await log.readOn()
  const until = timeNs ?? Infinity
  const lastPart = log.partOf(timeNs === null ? log.count - 1 : await log.rowAt(timeNs))
  const found = new Map<number, Seen>()
  let firstRow = 0
  for (let index = lastPart; index >= 0 && index > lastPart - mostParts; index--) {
    const part = log.part(index)
    if (part === null) break
    const block = await part.block
    firstRow = part.first
    for (let at = block.count - 1; at >= 0; at--) {
      const flags = block.flags[at] ?? 0
      const time = block.timeNs[at] ?? NaN
      if (!(time <= until) || isError(flags)) continue
      const key = ((block.bus[at] ?? 0) * 2 + (isExtended(flags) ? 1 : 0)) * 2 ** 32 + (block.id[at] ?? 0)
      const seen = found.get(key)
      if (seen === undefined) {
        if (found.size < mostIds)
          found.set(key, { frame: { ...pages.row(block, at, part.first + at), periodNs: null, changed: [] }, hasBefore: false })
      } else if (!seen.hasBefore) {
        const before = pages.row(block, at, part.first + at).data
        const changed = Array.from(seen.frame.data, (byte, i) => byte !== before[i])
        found.set(key, { frame: { ...seen.frame, periodNs: seen.frame.timeNs - time, changed }, hasBefore: true })
      }
    }
  }
  const rows = [...found.values()].map(({ frame }) => frame)
  return { rows: rows.sort((a, b) => compare(a.busKey, b.busKey) || a.id - b.id || kindOf(a) - kindOf(b)), firstRow }
}

const kindOf = ({ flags }: LatestFrame): number => (isExtended(flags) ? 1 : 0)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
