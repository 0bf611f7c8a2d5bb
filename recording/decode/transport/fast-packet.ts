import { append, PendingMessages } from './pending.ts'
import type { Whole } from './iso-tp.ts'

/** NMEA 2000 fast packet: up to 223 bytes; the first byte counts the sequence (3 bits) and the frame (5 bits). */
export class FastPacket {
  #pending = new PendingMessages()

  /** Takes a frame of the sender and parameter group `key`. */
  take(key: number, timeNs: number, bytes: Uint8Array, start: number, length: number, whole: Whole): void {
    if (length < 2) return
    const count = bytes[start] ?? 0
    // messages of one sender may interleave by their sequence
    const own = key * 8 + (count >> 5)
    if ((count & 0x1f) === 0) {
      const pending = this.#pending.begin(own, bytes[start + 1] ?? 0, 1, timeNs)
      if (append(pending, bytes, start + 2, start + length)) this.#finish(own, pending.data, whole)
      return
    }
    const pending = this.#pending.continued(own, count & 0x1f, timeNs)
    if (pending === undefined) return
    pending.next++
    if (append(pending, bytes, start + 1, start + length)) this.#finish(own, pending.data, whole)
  }

  #finish(own: number, data: Uint8Array, whole: Whole): void {
    this.#pending.end(own)
    if (data.length > 0) whole(data, 0, data.length)
  }
}
