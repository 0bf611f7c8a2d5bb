import { plottedIn } from './plotted-signal.ts'
import type { ShownPlot } from './plotted-signal.ts'
import { refOf } from './series.ts'
import type { Plots } from './series.ts'
import type { Subject } from './subject.ts'

/** Signals that plots ask for and that no open recording has, by their names; of recordings that are still read nobody knows. */
export function missingSignals(
  plots: Plots,
  shown: readonly ShownPlot[],
  recordings: readonly (Pick<Subject, 'name'> | null)[],
): readonly string[] {
  const found = new Set(shown.flatMap(plottedIn).map(({ ref }) => ref))
  return plots
    .flatMap(({ series }) => series)
    .filter((one) => recordings[one.recording] !== null && !found.has(refOf(one)))
    .map(({ signal }) => signal.slice(signal.lastIndexOf('/') + 1))
}

const mostNamed = 3

/** "This recording lacks Gear, Speed and 4 more." */
export function missingText(names: readonly string[], recordingCount: number): string {
  const named = names.slice(0, mostNamed)
  const rest = names.length - named.length
  const list = rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
  return `${recordingCount > 1 ? 'These recordings lack' : 'This recording lacks'} ${list}, which the view asks for.`
}
