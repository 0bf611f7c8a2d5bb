import { Reassembler } from '#recording/decode/transport/reassembler.ts'
import { transportedBy } from '#recording/decode/transport/transported.ts'
import { Diagnostics } from '#recording/diagnostics/diagnostics.ts'
import type { MakeObserver } from './observers.ts'

/** What control units complain of, and what they say of themselves. */
export const observeTroubleCodes: MakeObserver = ({ origin, buses }) => {
  // answers of diagnostics come in parts, whatever catalogs say
  const reassembler = new Reassembler(
    buses,
    transportedBy(() => null),
  )
  const diagnostics = new Diagnostics(buses)
  const epochMs = (timeNs: number): number => origin.epochMs + (origin.nanos + timeNs) / 1e6
  return {
    frames(block) {
      diagnostics.add(block)
      const whole = reassembler.add(block)
      if (whole !== null) diagnostics.add(whole)
    },
    end(found) {
      for (const { firstNs, lastNs, ...code } of diagnostics.troubleCodes)
        found.troubleCodes.push({ ...code, firstMs: epochMs(firstNs), lastMs: epochMs(lastNs) })
      for (const { name, value, source } of diagnostics.facts) found.notes.push(`${name} of ${source}: ${value}`)
    },
  }
}
