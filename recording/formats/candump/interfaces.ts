import type { Bus } from '../../frames.ts'
import { DamagedBlock } from '../../recording-error.ts'
import { latin1 } from '../text/tokens.ts'

/** Kernel names have at most 15 characters, and no computer has more interfaces than this. */
const longestName = 15
const mostInterfaces = 256

/** The interfaces met so far as buses: `can0` is channel 0 with the name `can0`. */
export class Interfaces {
  readonly buses: Bus[] = []
  #names: Uint8Array[] = []

  /** Index of the bus of the interface bytes[start, end); compared as bytes, because no string may be made per frame. */
  indexOf(bytes: Uint8Array, start: number, end: number, offset: number): number {
    for (let i = 0; i < this.#names.length; i++) if (isSame(this.#names[i], bytes, start, end)) return i
    const name = latin1(bytes, start, Math.min(end, start + longestName + 1))
    if (name.length > longestName || this.#names.length >= mostInterfaces)
      throw new DamagedBlock('An interface name that is too long, or one interface too many', offset)
    this.#names.push(bytes.slice(start, end))
    this.buses.push({ kind: 'CAN', channel: this.#channelOf(name), name })
    return this.buses.length - 1
  }

  /** The number behind the name, or the next free one when another interface has it (`can0` beside `vcan0`). */
  #channelOf(name: string): number {
    const taken = new Set(this.buses.map((bus) => bus.channel))
    let channel = Number(/\d{1,4}$/.exec(name)?.[0] ?? 0)
    while (taken.has(channel)) channel++
    return channel
  }
}

function isSame(name: Uint8Array | undefined, bytes: Uint8Array, start: number, end: number): boolean {
  if (name?.length !== end - start) return false
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[start + i]) return false
  return true
}
