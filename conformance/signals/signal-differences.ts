import type { OurGroup } from './our-signals.ts'
import { sameValue, seen, type SeenValue } from './seen-value.ts'

/** A group of signals as an oracle writes it. */
export interface OracleGroup {
  readonly times: readonly number[]
  readonly signals: Readonly<Record<string, { readonly unit: string; readonly values: readonly SeenValue[] }>>
}

/** Doubles of seconds resolve this much of a day. */
const sameTimeNs = 1

/** Each signal of the oracle that we have not, or otherwise: `name: what`. Samples that agree are counted. */
export function signalDifferences(
  ours: OurGroup | undefined,
  theirs: OracleGroup,
): { differences: Map<string, string>; compared: number } {
  const differences = new Map<string, string>()
  let compared = 0
  for (const [name, { unit, values }] of Object.entries(theirs.signals)) {
    const column = ours?.columns.find(({ description }) => description.name === name)
    if (!ours || !column) {
      differences.set(name, 'is not there')
      continue
    }
    const { description, raw, valid } = column
    if (raw.length !== values.length) differences.set(name, `${raw.length} samples, the oracle has ${values.length}`)
    else if (description.unit !== unit) differences.set(name, `unit ${description.unit}, the oracle says ${unit}`)
    else {
      const at = values.findIndex((value, i) => !sameValue(valid[i] ? seen(description, raw[i] ?? NaN) : null, value))
      const late = theirs.times.findIndex((seconds, i) => Math.abs((ours.timeNs[i] ?? NaN) - seconds * 1e9) > sameTimeNs)
      if (at >= 0) {
        const said = valid[at] ? JSON.stringify(seen(description, raw[at] ?? NaN)) : 'nothing'
        differences.set(name, `sample ${at}: ${said}, the oracle says ${JSON.stringify(values[at])}`)
      } else if (late >= 0)
        differences.set(name, `sample ${late}: at ${ours.timeNs[late]} ns, the oracle says ${theirs.times[late]} s`)
      else compared += values.length
    }
  }
  return { differences, compared }
}
