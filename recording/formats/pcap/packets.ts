import { frameFlag, type FrameBlock } from '../../frames.ts'
import { socketCan } from './layout.ts'

/** Why a frame is no SocketCAN packet, or null. */
export function canRefusal(flags: number, length: number): string | null {
  if (flags & frameFlag.reassembled) return 'reassembled messages'
  const most = flags & frameFlag.fd ? 64 : 8
  return length > most ? `CAN frames with more than ${most} bytes` : null
}

/** Bytes of the SocketCAN packet of a frame: the data of remote frames are not there. */
export const canPacketBytes = (flags: number, length: number): number =>
  socketCan.headerBytes + (flags & frameFlag.remote ? 0 : length)

/** Writes a frame as a SocketCAN packet into zeros at `at`. */
export function putCanPacket(to: Uint8Array, at: number, block: FrameBlock, row: number): void {
  const flags = block.flags[row] ?? 0
  const id = block.id[row] ?? 0
  const length = block.length[row] ?? 0
  to[at] =
    ((id >>> 24) & 0x1f) |
    (flags & frameFlag.extended ? 0x80 : 0) |
    (flags & frameFlag.remote ? 0x40 : 0) |
    (flags & frameFlag.error ? 0x20 : 0)
  to[at + 1] = id >>> 16
  to[at + 2] = id >>> 8
  to[at + 3] = id
  to[at + 4] = length
  if (flags & frameFlag.fd)
    to[at + 5] =
      socketCan.fd |
      (flags & frameFlag.bitRateSwitch ? socketCan.bitRateSwitch : 0) |
      (flags & frameFlag.errorState ? socketCan.errorState : 0)
  if (!(flags & frameFlag.remote)) putData(to, at + socketCan.headerBytes, block, row)
}

/** Writes a LIN frame in the form of link type 212: its checksum is not known. */
export function putLinPacket(to: Uint8Array, at: number, block: FrameBlock, row: number): void {
  const id = (block.id[row] ?? 0) & 0x3f
  const bit = (i: number): number => (id >> i) & 1
  to[at] = 1
  to[at + 4] = (block.length[row] ?? 0) << 4
  // LIN 2.1, 2.3.1.3: two bits of parity over the identifier.
  to[at + 5] = id | ((bit(0) ^ bit(1) ^ bit(2) ^ bit(4)) << 6) | ((1 ^ bit(1) ^ bit(3) ^ bit(4) ^ bit(5)) << 7)
  // A wrong checksum stands for all errors.
  to[at + 7] = (block.flags[row] ?? 0) & frameFlag.error ? 0x08 : 0
  putData(to, at + 8, block, row)
}

export function putData(to: Uint8Array, at: number, block: FrameBlock, row: number): void {
  const start = block.dataStart[row] ?? 0
  to.set(block.data.subarray(start, start + (block.length[row] ?? 0)), at)
}
