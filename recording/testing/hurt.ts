import { mutated } from './fuzz/mutate.ts'
import { faultOf, readRecording } from './fuzz/targets.ts'

/** How many mutations a format's fuzz test makes: 150, or LOGGERHEAD_FUZZ (10,000 at night). */
export const mutationsPerFormat = Number(process.env.LOGGERHEAD_FUZZ ?? 150)

/**
 * Mutates a file and reads it here; gives a line for each fault that is not a clear refusal. For what formats share; the
 * fuzz tests of the formats themselves run in a process of their own (fuzz/fuzz-process.ts), which a hang or a flood ends.
 */
export async function hurt(original: Uint8Array, count: number, read = readRecording): Promise<string[]> {
  const faults: string[] = []
  for (let seed = 0; seed < count; seed++) {
    const begun = performance.now()
    const fault = await faultOf(mutated(original, seed), read, original.length)
    if (fault !== null) faults.push(`${seed}: ${fault}`)
    if (performance.now() - begun > 5000) faults.push(`${seed}: took ${performance.now() - begun} ms`)
  }
  return faults
}
