import { FrameDecoder } from '#recording/decode/decoder.ts'
import { framesPerBlock } from '#recording/frames.ts'
import { benchCatalog } from './bench-catalog.ts'
import { benchFrames } from './files.ts'

const blockCount = 8
const passes = 60
const rounds = 8

/** Frames per second of one processor's time, of the decoder alone: blocks in memory, to raw columns or to physical ones; the best of some rounds. */
export function measureLoop(): { framesPerSecond: number; physicalFramesPerSecond: number } {
  const blocks = [...benchFrames(blockCount * framesPerBlock)]
  const best = (values: 'raw' | 'physical'): number => {
    const decoder = new FrameDecoder([{ catalog: benchCatalog }], [{ kind: 'CAN', channel: 1, name: '' }], { values })
    let fastest = Infinity
    for (let round = 0; round < rounds; round++) {
      const before = process.threadCpuUsage()
      for (let pass = 0; pass < passes; pass++) for (const block of blocks) decoder.decode(block)
      const { user, system } = process.threadCpuUsage(before)
      fastest = Math.min(fastest, (user + system) / 1e6)
    }
    return (passes * blockCount * framesPerBlock) / fastest
  }
  return { framesPerSecond: best('raw'), physicalFramesPerSecond: best('physical') }
}
