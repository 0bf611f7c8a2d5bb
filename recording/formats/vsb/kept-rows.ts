import { frameFlag, type Bus, type FrameBlock } from '../../frames.ts'

const highestNetwork = 65_535

/**
 * The rows of a block that VSB can keep, `shiftNs` later; the others are counted in `lost` by reason. The block itself
 * when all can be kept as they are.
 */
export function keptRows(block: FrameBlock, buses: readonly Bus[], shiftNs: number, lost: Map<string, number>): FrameBlock {
  const kept: number[] = []
  for (let row = 0; row < block.count; row++) {
    const reason = whyNot(block, row, buses[block.bus[row] ?? 0], shiftNs)
    if (reason === null) kept.push(row)
    else lost.set(reason, (lost.get(reason) ?? 0) + 1)
  }
  if (kept.length === block.count && shiftNs === 0) return block
  return {
    count: kept.length,
    timeNs: Float64Array.from(kept, (row) => (block.timeNs[row] ?? 0) + shiftNs),
    bus: Uint16Array.from(kept, (row) => block.bus[row] ?? 0),
    id: Uint32Array.from(kept, (row) => block.id[row] ?? 0),
    flags: Uint8Array.from(kept, (row) => block.flags[row] ?? 0),
    length: Uint16Array.from(kept, (row) => block.length[row] ?? 0),
    dataStart: Uint32Array.from(kept, (row) => block.dataStart[row] ?? 0),
    data: block.data,
  }
}

function whyNot(block: FrameBlock, row: number, bus: Bus | undefined, shiftNs: number): string | null {
  const time = (block.timeNs[row] ?? NaN) + shiftNs
  if (Number.isNaN(time)) return 'frames without a time'
  if (time < 0) return 'frames before 2007 or before the beginning of the recording'
  if (bus?.kind !== 'CAN' && bus?.kind !== 'LIN') return `${bus?.kind ?? 'other'} frames`
  if (bus.channel > highestNetwork) return `frames of networks above ${highestNetwork}`
  const length = block.length[row] ?? 0
  if (bus.kind === 'LIN') return length > 8 ? 'LIN frames of more than 8 bytes' : null
  const fd = ((block.flags[row] ?? 0) & frameFlag.fd) !== 0
  if (length > (fd ? 64 : 8)) return `CAN frames of more than ${fd ? 64 : 8} bytes`
  return null
}
