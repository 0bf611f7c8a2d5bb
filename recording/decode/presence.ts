import type { Message, Signal } from '../catalogs/catalog.ts'
import { bitLayout, type BitLayout } from './bit-layout.ts'

/** The signals of a message that are there under one condition, and what hangs on the multiplexers among them. */
export interface Presence {
  /** Empty for what is always there; else as people write it: `Mode=3`, `Service=1 Parameter=5-7,9`. */
  condition: string
  signals: readonly Signal[]
  /** Layouts of `signals`, one for one. */
  layouts: readonly BitLayout[]
  branches: readonly Branch[]
}

/** What the raw value of one multiplexer decides. */
export interface Branch {
  multiplexer: BitLayout
  cases: readonly { ranges: readonly (readonly [number, number])[]; held: Presence }[]
}

/**
 * Sorts a message's signals by the condition under which they are there: the base holds multiplexers and what is not
 * multiplexed; signals with the same multiplexer and the same ranges share a case. Signals that no payload can hold are
 * left out; a multiplexed signal whose multiplexer is unknown (or hangs on itself) counts as always there.
 */
export function presenceOf(message: Message): Presence {
  const layouts = new Map<Signal, BitLayout>()
  for (const signal of message.signals) {
    const layout = bitLayout(signal)
    if (layout) layouts.set(signal, layout)
  }
  const byName = new Map([...layouts.keys()].map((signal) => [signal.name, signal]))
  const parents = new Map<Signal, Signal | null>()
  for (const signal of layouts.keys()) parents.set(signal, parentOf(signal, byName))

  const grow = (condition: string, signals: readonly Signal[]): Presence => {
    const branches: Branch[] = []
    for (const multiplexer of signals) {
      const layout = layouts.get(multiplexer)
      const dependents = [...layouts.keys()].filter((signal) => parents.get(signal) === multiplexer)
      if (!layout || dependents.length === 0) continue
      const cases = Map.groupBy(dependents, (signal) => rangesText(signal.multiplexed?.ranges ?? []))
      branches.push({
        multiplexer: layout,
        cases: [...cases].map(([text, members]) => ({
          ranges: members[0]?.multiplexed?.ranges ?? [],
          held: grow(`${condition === '' ? '' : `${condition} `}${multiplexer.name}=${text}`, members),
        })),
      })
    }
    return { condition, signals, layouts: signals.flatMap((signal) => layouts.get(signal) ?? []), branches }
  }
  return grow(
    '',
    [...layouts.keys()].filter((signal) => parents.get(signal) === null),
  )
}

function parentOf(signal: Signal, byName: ReadonlyMap<string, Signal>): Signal | null {
  const parent = signal.multiplexed && byName.get(signal.multiplexed.by)
  if (!parent) return null
  const seen = new Set([signal])
  for (let above: Signal | undefined = parent; above; above = byName.get(above.multiplexed?.by ?? '')) {
    if (seen.has(above)) return null
    seen.add(above)
  }
  return parent
}

function rangesText(ranges: readonly (readonly [number, number])[]): string {
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}
