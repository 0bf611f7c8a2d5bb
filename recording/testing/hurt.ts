import { memorySource, type ByteSource } from '../byte-source.ts'
import { detectFormat, readHeader } from '../formats/registry.ts'
import { RecordingError, type RecordingProblem } from '../recording-error.ts'

/** How many mutations a format's fuzz test makes: 300, or LOGGERHEAD_FUZZ (10,000 at night). */
export const mutationsPerFormat = Number(process.env.LOGGERHEAD_FUZZ ?? 300)

/** Small generator of repeatable numbers (mulberry32), whole and below `limit`. */
function numbers(seed: number): (limit: number) => number {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % limit
  }
}

/** Cuts, flips, overwrites with lengths that hurt, and copies of other places (which make link cycles). */
function mutated(original: Uint8Array, seed: number): Uint8Array {
  const below = numbers(seed)
  if (seed < 64) return original.slice(0, Math.floor((original.length * seed) / 64))
  const bytes = original.slice()
  const view = new DataView(bytes.buffer)
  // Most structure is at the beginning; half of the mutations go there.
  const place = (): number => below(below(2) === 0 ? Math.min(4096, bytes.length - 8) : bytes.length - 8)
  for (let i = 0; i <= below(4); i++) {
    const at = place()
    const aligned = at - (at % 8)
    const kind = below(5)
    if (kind === 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
    else if (kind === 1) view.setUint32(aligned, [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff][below(5)] ?? 0, true)
    else if (kind === 2) view.setBigUint64(aligned, view.getBigUint64(aligned, true) + (below(2) ? 1n : -1n), true)
    else if (kind === 3) view.setBigUint64(aligned, BigInt([64, 24, 0, bytes.length, bytes.length - 8][below(5)] ?? 0), true)
    else bytes.copyWithin(aligned, place() & ~7, (place() & ~7) + 8)
  }
  return bytes
}

/** Counts what is read, so that a reader which reads a file over and over is caught. */
function counted(bytes: Uint8Array): ByteSource & { total: () => number } {
  const source = memorySource(bytes)
  let total = 0
  return {
    size: source.size,
    read: async (offset, length) => {
      const part = await source.read(offset, length)
      total += part.length
      return part
    },
    total: () => total,
  }
}

/** Reads the header and then all that the format gives, frames and signals and attachments. */
async function readAll(source: ByteSource): Promise<RecordingProblem | undefined> {
  const header = await readHeader(source)
  const format = await detectFormat(source)
  if (format === null) return header?.problem
  for await (const block of (await format.readFrames(source, { order: 'time' })).blocks) void block
  if (format.readSignals) for await (const block of (await format.readSignals(source)).blocks) void block
  for (const attachment of (await format.readAttachments?.(source)) ?? []) await attachment.read()
  await format.readEvents?.(source)
  return header?.problem
}

/** Mutates a file and reads it; gives a line for each fault that is not a clear refusal: a crash, a hang, a flood. */
export async function hurt(original: Uint8Array, count: number, read = readAll): Promise<string[]> {
  const faults: string[] = []
  for (let seed = 0; seed < count; seed++) {
    const source = counted(mutated(original, seed))
    const begun = performance.now()
    try {
      const problem = await read(source)
      if (problem && !(problem.offset >= 0 && problem.message.endsWith('.'))) faults.push(`${seed}: ${JSON.stringify(problem)}`)
    } catch (error) {
      if (!(error instanceof RecordingError)) faults.push(`${seed}: ${error instanceof Error ? error.stack : String(error)}`)
    }
    if (source.total() > 100 * original.length + 20_000_000) faults.push(`${seed}: read ${source.total()} bytes`)
    if (performance.now() - begun > 5000) faults.push(`${seed}: took ${performance.now() - begun} ms`)
  }
  return faults
}
