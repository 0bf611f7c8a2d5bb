/** Bytes of one slab: few large writes are faster than many small ones, and Node hands over at most 64 KiB at a time. */
export const slabBytes = 1024 * 1024
/** Slabs kept for reuse; fresh memory for each would have to be zeroed by the kernel first. */
const maxSpare = 64

const spare: Buffer[] = []

/** Memory between a connection and the disk, with what an earlier upload left in it. */
export function takeSlab(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(slabBytes)
}

/** The slab may be overwritten from now on. */
export function giveSlab(slab: Buffer): void {
  if (spare.length < maxSpare) spare.push(slab)
}
