/** What the plots show: nanoseconds since the recording's origin, ends included. */
export interface TimeWindow {
  readonly fromNs: number
  readonly toNs: number
}

/** Nobody needs to see less than this at once, nanoseconds. */
const narrowest = 1000

/** Within `whole`, and not narrower than can be told apart. */
export function held({ fromNs, toNs }: TimeWindow, whole: TimeWindow): TimeWindow {
  const most = Math.max(whole.toNs - whole.fromNs, narrowest)
  const width = Math.min(Math.max(toNs - fromNs, narrowest), most)
  const middle = (fromNs + toNs) / 2
  const from = Math.min(Math.max(middle - width / 2, whole.fromNs), whole.fromNs + most - width)
  return { fromNs: from, toNs: from + width }
}

/** `factor` of the width, with the moment `aroundNs` staying at its place. */
export function zoomed(window: TimeWindow, whole: TimeWindow, factor: number, aroundNs = middleOf(window)): TimeWindow {
  const least = narrowest / (window.toNs - window.fromNs)
  const by = Math.max(factor, least)
  return held({ fromNs: aroundNs - (aroundNs - window.fromNs) * by, toNs: aroundNs + (window.toNs - aroundNs) * by }, whole)
}

/** Moved by a share of its width. */
export function panned(window: TimeWindow, whole: TimeWindow, share: number): TimeWindow {
  const by = (window.toNs - window.fromNs) * share
  return held({ fromNs: window.fromNs + by, toNs: window.toNs + by }, whole)
}

/**
 * The window in which the moments stand at these shares of its width: of two fingers both, of one finger its moment while
 * the width stays.
 */
export function pinched(window: TimeWindow, moments: readonly number[], shares: readonly number[]): TimeWindow {
  const [moment = window.fromNs, other] = moments
  const [share = 0, otherShare] = shares
  const spread = otherShare === undefined ? 0 : otherShare - share
  const apart = other === undefined ? 0 : other - moment
  // Fingers that cross or lie on each other say nothing of a width.
  const width = apart !== 0 && apart / spread > 0 && Math.abs(spread) > 0.01 ? apart / spread : window.toNs - window.fromNs
  return { fromNs: moment - share * width, toNs: moment + (1 - share) * width }
}

export const middleOf = ({ fromNs, toNs }: TimeWindow): number => (fromNs + toNs) / 2

export const isSame = (a: TimeWindow, b: TimeWindow): boolean => a.fromNs === b.fromNs && a.toNs === b.toNs
