// Reads mutations of files; started by fuzz-process.ts, which watches it and ends it.
import { readFileSync } from 'node:fs'
import { mostBytes, type FuzzAnswer, type FuzzOrder } from './fuzz-process.ts'
import { mutated } from './mutate.ts'
import { faultOf, fuzzTargets } from './targets.ts'

const kilobyte = 1024

function answer(message: FuzzAnswer): void {
  process.send?.(message)
}

async function run({ file, target, from, to }: FuzzOrder): Promise<void> {
  const original = new Uint8Array(readFileSync(file))
  for (let seed = from; seed < to; seed++) {
    answer({ kind: 'begun', seed })
    const fault = await faultOf(mutated(original, seed), fuzzTargets[target], original.length)
    if (fault !== null) answer({ kind: 'fault', seed, fault })
    if (peakBytes() > mostBytes) return answer({ kind: 'fault', seed, fault: `takes ${peakBytes()} bytes of memory`, last: true })
    // lets the messages out before something hangs
    if (seed % 16 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  answer({ kind: 'done', peakBytes: peakBytes() })
}

function peakBytes(): number {
  return process.resourceUsage().maxRSS * kilobyte
}

process.on('message', (order: FuzzOrder) => void run(order))
