/** A message of which some frames have come. */
export interface Pending {
  data: Uint8Array
  filled: number
  /** Number that the next frame must carry. */
  next: number
  /** Time of the last frame, nanoseconds. */
  timeNs: number
}

/** Senders that stop for so long have given up (ISO 15765-2 N_Cr and J1939-21 T1/T2 are at most about a second). */
const longestPauseNs = 5e9
/** A damaged recording must not fill the memory with beginnings. */
const mostPending = 4096

/** Messages under way, each by its sender's key. */
export class PendingMessages {
  #pending = new Map<number, Pending>()

  begin(key: number, length: number, next: number, timeNs: number): Pending {
    this.#pending.delete(key)
    const oldest = this.#pending.keys().next()
    if (this.#pending.size >= mostPending && !oldest.done) this.#pending.delete(oldest.value)
    const pending = { data: new Uint8Array(length), filled: 0, next, timeNs }
    this.#pending.set(key, pending)
    return pending
  }

  /** The message that frame number `number` continues, or undefined; a wrong number or a long pause ends it. */
  continued(key: number, number: number, timeNs: number): Pending | undefined {
    const pending = this.#pending.get(key)
    if (pending === undefined) return undefined
    if (pending.next !== number || timeNs - pending.timeNs > longestPauseNs) {
      this.#pending.delete(key)
      return undefined
    }
    pending.timeNs = timeNs
    return pending
  }

  end(key: number): void {
    this.#pending.delete(key)
  }
}

/** Appends bytes, no more than are missing; true when the message is whole. */
export function append(pending: Pending, from: Uint8Array, start: number, end: number): boolean {
  const count = Math.min(end - start, pending.data.length - pending.filled)
  for (let i = 0; i < count; i++) pending.data[pending.filled + i] = from[start + i] ?? 0
  pending.filled += Math.max(0, count)
  return pending.filled >= pending.data.length
}
