// Reads mutations of files; started by fuzz-process.ts, which watches it and ends it.
import { readFileSync } from 'node:fs'
import { mostBytes, type FuzzAnswer, type FuzzOrder } from './fuzz-process.ts'
import { mutated } from './mutate.ts'
import { faultOf, fuzzTargets } from './targets.ts'

const kilobyte = 1024
const seedsTogether = 16
const muchBytes = mostBytes / 2

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
    if (seed % seedsTogether === 0) {
      // the garbage of many mutations is not the memory of one
      if (process.memoryUsage.rss() > muchBytes) globalThis.gc?.()
      // lets the messages out before something hangs
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  answer({ kind: 'done', peakBytes: peakBytes() })
}

function peakBytes(): number {
  return process.resourceUsage().maxRSS * kilobyte
}

process.on('message', (order: FuzzOrder) => void run(order))
