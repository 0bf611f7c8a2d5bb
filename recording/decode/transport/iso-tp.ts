import { append, PendingMessages } from './pending.ts'

/** A whole message: `data` holds one length byte and then the payload. */
export type Whole = (data: Uint8Array, start: number, length: number) => void

const kind = { single: 0, first: 1, consecutive: 2 } as const
/** FrameBlock counts lengths in 16 bits; longer downloads are not decoded. */
const mostBytes = 65_534

/**
 * ISO 15765-2 with normal addressing, on CAN and CAN FD. A message is given with its length's low byte in front, as a single frame
 * has it: catalogs of diagnostic answers count their bits so for one frame and for many.
 */
export class IsoTp {
  #pending = new PendingMessages()

  /** Takes the frame `bytes[start, start + length)` of the sender `key`; calls `whole` when it completes a message. */
  take(key: number, timeNs: number, bytes: Uint8Array, start: number, length: number, whole: Whole): void {
    if (length < 2) return
    const control = bytes[start] ?? 0
    switch (control >> 4) {
      case kind.single:
        return this.#single(key, control & 0x0f, bytes, start, length, whole)
      case kind.first:
        return this.#first(key, timeNs, bytes, start, length)
      case kind.consecutive: {
        const pending = this.#pending.continued(key, control & 0x0f, timeNs)
        if (pending === undefined) return
        pending.next = (pending.next + 1) & 0x0f
        if (!append(pending, bytes, start + 1, start + length)) return
        this.#pending.end(key)
        whole(pending.data, 0, pending.data.length)
      }
    }
  }

  #single(key: number, low: number, bytes: Uint8Array, start: number, length: number, whole: Whole): void {
    this.#pending.end(key)
    // CAN FD: the length stands in a second byte when the nibble is zero
    const escaped = low === 0 && length > 8
    const count = escaped ? (bytes[start + 1] ?? 0) : low
    const payload = escaped ? 2 : 1
    if (count > 0 && count <= length - payload) whole(bytes, start + payload - 1, count + 1)
  }

  #first(key: number, timeNs: number, bytes: Uint8Array, start: number, length: number): void {
    let count = (((bytes[start] ?? 0) & 0x0f) << 8) | (bytes[start + 1] ?? 0)
    let payload = 2
    if (count === 0 && length > 6) {
      // longer than 4095 bytes: 32 bits of length follow
      for (let i = 2; i < 6; i++) count = count * 256 + (bytes[start + i] ?? 0)
      payload = 6
    }
    if (count < length - payload || count > mostBytes) return this.#pending.end(key)
    const pending = this.#pending.begin(key, count + 1, 1, timeNs)
    pending.data[0] = count & 0xff
    pending.filled = 1
    append(pending, bytes, start + payload, start + length)
  }
}
