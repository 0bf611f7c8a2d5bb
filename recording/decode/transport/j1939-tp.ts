import { append, PendingMessages } from './pending.ts'

/** A whole parameter group. */
export type WholeGroup = (parameterGroup: number, data: Uint8Array, start: number, length: number) => void

const control = { requestToSend: 16, endOfMessage: 19, broadcast: 32, abort: 255 } as const
const bytesPerPacket = 7
const mostBytes = 255 * bytesPerPacket

/** SAE J1939-21 transport protocol: broadcasts (BAM) and connections between two units (RTS/CTS). */
export class J1939Tp {
  #pending = new PendingMessages()
  #groups = new Map<number, number>()

  /** A connection management frame (PGN 0xEC00) of the connection `key`. */
  manage(key: number, timeNs: number, bytes: Uint8Array, start: number, length: number): void {
    if (length < 8) return
    const what = bytes[start]
    if (what === control.requestToSend || what === control.broadcast) {
      const count = (bytes[start + 1] ?? 0) | ((bytes[start + 2] ?? 0) << 8)
      if (count <= 8 || count > mostBytes) return this.#end(key)
      this.#pending.begin(key, count, 1, timeNs)
      this.#groups.set(key, (bytes[start + 5] ?? 0) | ((bytes[start + 6] ?? 0) << 8) | (((bytes[start + 7] ?? 0) & 0x03) << 16))
    } else if (what === control.abort) this.#end(key)
  }

  /** A data transfer frame (PGN 0xEB00). */
  transfer(key: number, timeNs: number, bytes: Uint8Array, start: number, length: number, whole: WholeGroup): void {
    if (length < 2) return
    const pending = this.#pending.continued(key, bytes[start] ?? 0, timeNs)
    const group = this.#groups.get(key)
    if (pending === undefined || group === undefined) return
    pending.next++
    if (!append(pending, bytes, start + 1, start + length)) return
    this.#end(key)
    whole(group, pending.data, 0, pending.data.length)
  }

  #end(key: number): void {
    this.#pending.end(key)
    this.#groups.delete(key)
  }
}
