import { cellPass, scalarPass, type CellPass } from '#recording/signal-store/cell-pass.ts'
import { cellsPerTile, rowsPerChunk } from '#recording/signal-store/layout.ts'
import { ValueCells } from '#recording/signal-store/value-cells.ts'

const float64 = 8

/** Processor time of this thread, so that other work on the machine does not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What a pass over all values found, to be compared, and the processor time it took. */
export interface Pass {
  ms: number
  least: number
  greatest: number
}

/** The limit: every value is fetched from memory once, into a buffer that stays in the processor's cache. */
export function readOnce(values: Float64Array): Pass {
  const cached = new Float64Array(rowsPerChunk)
  let last = 0
  const start = threadMs()
  for (let at = 0; at < values.length; at += rowsPerChunk) {
    const part = values.subarray(at, at + rowsPerChunk)
    cached.set(part)
    last = cached[part.length - 1] ?? 0
  }
  const ms = threadMs() - start
  if (last !== values.at(-1)) throw new Error('The copy is not the original')
  return { ms, least: NaN, greatest: NaN }
}

/** The usual loop, for the values to compare with. */
export function plainLoop(values: Float64Array): Pass {
  let least = Infinity
  let greatest = -Infinity
  const start = threadMs()
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  return { ms: threadMs() - start, least, greatest }
}

/** All levels of the pyramid, as the writer makes them; tiles that are full are dropped. */
export function pyramid(values: Float64Array, kind: 'wasm' | 'scalar'): Pass {
  const pass = kind === 'scalar' ? scalarPass : best()
  const levels: ValueCells[] = [new ValueCells(float64, false)]
  const start = threadMs()
  for (let at = 0; at < values.length; at += rowsPerChunk) {
    const part = values.subarray(at, at + rowsPerChunk)
    levels[0]?.addRows(pass, part, part.length)
    rise(levels, cellsPerTile)
  }
  rise(levels, 1)
  const ms = threadMs() - start
  const top = levels.at(-1)
  return { ms, least: Number(top?.least[0]), greatest: Number(top?.greatest[0]) }
}

/** Merges levels of `enough` cells into the level above; the last level has one cell. */
function rise(levels: ValueCells[], enough: number): void {
  for (let i = 0; i < levels.length; i++) {
    const cells = levels[i]
    if (!cells || cells.count < enough || (enough === 1 && i === levels.length - 1 && cells.count === 1)) continue
    const above = (levels[i + 1] ??= new ValueCells(float64, false))
    above.addMerged(cells)
    cells.clear()
  }
}

function best(): CellPass {
  const pass = cellPass()
  if (pass.kind !== 'wasm') throw new Error('This Node has no WebAssembly SIMD')
  return pass
}
