import { memorySource } from '../byte-source.ts'
import { detectFormat } from '../formats/registry.ts'
import type { SignalDescription } from '../signals.ts'

/** What a person sees of one signal: physical numbers, texts and names, null where there is no value. */
export interface SeenSignal {
  description: SignalDescription
  timeNs: number[]
  values: (number | string | null)[]
}

/** Reads all signals of a file of any format, by name; of equal names in several groups the last one. */
export async function seenSignals(bytes: Uint8Array): Promise<Map<string, SeenSignal>> {
  const source = memorySource(bytes)
  const stream = await (await detectFormat(source))?.readSignals?.(source)
  if (!stream) throw new Error('the bytes are no recording with signals')
  const seen = new Map<string, SeenSignal>()
  for (const group of stream.groups)
    for (const description of group.signals) seen.set(description.name, { description, timeNs: [], values: [] })
  for await (const block of stream.blocks) {
    for (const [i, description] of (stream.groups[block.group]?.signals ?? []).entries()) {
      const signal = seen.get(description.name)
      for (let row = 0; row < block.count; row++) {
        signal?.timeNs.push(block.timeNs[row] ?? NaN)
        const raw = block.raw[i]?.[row] ?? NaN
        signal?.values.push(block.valid[i]?.[row] === 0 ? null : meaning(description, raw))
      }
    }
  }
  return seen
}

function meaning({ conversion, names }: SignalDescription, raw: number): number | string {
  if (conversion.kind === 'text') return conversion.texts[raw] ?? `no text ${raw}`
  return names?.get(raw) ?? raw * conversion.factor + conversion.offset
}
