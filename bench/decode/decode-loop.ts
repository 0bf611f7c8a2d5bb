import { FrameDecoder } from '#recording/decode/decoder.ts'
import { physicalColumns } from '#recording/decode/physical.ts'
import { framesPerBlock } from '#recording/frames.ts'
import { benchCatalog } from './bench-catalog.ts'
import { benchFrames } from './files.ts'

const blockCount = 8
const passes = 60
const rounds = 8

/** Frames per second of the decoder alone: blocks in memory, to raw columns and on to physical ones; the best of some rounds. */
export function measureLoop(): { framesPerSecond: number; physicalFramesPerSecond: number } {
  const blocks = [...benchFrames(blockCount * framesPerBlock)]
  const decoder = new FrameDecoder([{ catalog: benchCatalog }], [{ kind: 'CAN', channel: 1, name: '' }])
  const best = (physical: boolean): number => {
    let fastest = Infinity
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now()
      for (let pass = 0; pass < passes; pass++)
        for (const block of blocks)
          for (const samples of decoder.decode(block)) {
            if (physical) physicalColumns(samples, decoder.groups[samples.group]?.signals ?? [])
          }
      fastest = Math.min(fastest, (performance.now() - begun) / 1000)
    }
    return (passes * blockCount * framesPerBlock) / fastest
  }
  return { framesPerSecond: best(false), physicalFramesPerSecond: best(true) }
}
