/** A stretch of the time line that has a name: a hit of an analysis, a trouble code. Ends included. */
export interface TimeSpan {
  readonly key: string
  readonly fromNs: number
  readonly toNs: number
  readonly title: string
  readonly tone: 'hit' | 'code'
  readonly isChosen: boolean
}

/** More cannot be told apart on a screen. */
const mostShown = 400

/** Where a span is drawn, as shares of the window. */
export interface PlacedSpan {
  readonly span: TimeSpan
  readonly left: number
  readonly width: number
}

/** Those that reach into a window; where there are too many of them, evenly chosen ones, and the chosen one always. */
export function placedSpans(spans: readonly TimeSpan[], { fromNs, toNs }: { fromNs: number; toNs: number }): PlacedSpan[] {
  const inside = spans.filter((span) => span.toNs >= fromNs && span.fromNs <= toNs)
  const every = Math.ceil(inside.length / mostShown)
  const width = toNs - fromNs || 1
  return inside
    .filter(({ isChosen }, at) => at % every === 0 || isChosen)
    .map((span) => {
      const left = Math.max(0, (span.fromNs - fromNs) / width)
      return { span, left, width: Math.min(1, (span.toNs - fromNs) / width) - left }
    })
}
