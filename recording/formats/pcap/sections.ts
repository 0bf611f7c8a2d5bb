import { DamagedBlock } from '../../recording-error.ts'
import { interfaceOption } from './layout.ts'
import type { CaptureInterface } from './packet-sink.ts'

/** An interface of a PCAPNG section and its clock. */
export interface NgInterface extends CaptureInterface {
  snapLength: number
  /** Nanoseconds of one tick. */
  tickNs: number
  ticksPerSecond: bigint
  offsetSeconds: bigint
  /** The first time stamp met, as two words, and that moment since the stream's origin. Set with the first packet. */
  first: { high: number; low: number; ns: number } | null
}

const mostInterfaces = 4096

/** The interfaces of the section being read. One that a later section repeats keeps its channel. */
export class Interfaces {
  #now: NgInterface[] = []
  #before: NgInterface[] = []
  #channels = 0

  nextSection(): void {
    this.#before = this.#now
    this.#now = []
  }

  get(index: number): NgInterface | undefined {
    return this.#now[index]
  }

  /** `view` holds the interface description block from its type on. */
  add(view: DataView, littleEndian: boolean, offset: number): void {
    if (this.#channels >= mostInterfaces) throw new DamagedBlock(`More than ${mostInterfaces} interfaces`, offset)
    const linkType = view.getUint16(8, littleEndian)
    let name = ''
    let resolution = 6
    let offsetSeconds = 0n
    for (const { code, at, length } of options(view, 16, littleEndian)) {
      if (code === interfaceOption.name) name = textAt(view, at, length)
      else if (code === interfaceOption.timeResolution && length >= 1) resolution = view.getUint8(at)
      else if (code === interfaceOption.timeOffset && length >= 8) offsetSeconds = view.getBigInt64(at, littleEndian)
    }
    const exponent = resolution & 0x7f
    // 10^-20 and 2^-64 seconds are finer than 64 bits of time stamp could use.
    const isBinary = resolution >= 0x80
    if (exponent > (isBinary ? 64 : 20)) throw new DamagedBlock(`A time resolution of ${resolution}`, offset)
    const before = this.#before[this.#now.length]
    const same = before && before.linkType === linkType && before.name === name
    this.#now.push({
      linkType,
      littleEndian,
      name,
      channel: same ? before.channel : this.#channels++,
      snapLength: view.getUint32(12, littleEndian),
      tickNs: isBinary ? 1e9 / 2 ** exponent : 10 ** (9 - exponent),
      ticksPerSecond: isBinary ? 2n ** BigInt(exponent) : 10n ** BigInt(exponent),
      offsetSeconds,
      first: null,
    })
  }
}

/** Nanoseconds since 1970 of a time stamp of an interface, exact. */
export function epochNanosecondsOf(from: NgInterface, high: number, low: number): bigint {
  const ticks = (BigInt(high) << 32n) | BigInt(low)
  return (ticks * 1_000_000_000n) / from.ticksPerSecond + from.offsetSeconds * 1_000_000_000n
}

/** The options of a block from `start` to the block's trailing length. */
export function* options(
  view: DataView,
  start: number,
  littleEndian: boolean,
): Generator<{ code: number; at: number; length: number }> {
  const end = view.byteLength - 4
  for (let at = start; at + 4 <= end;) {
    const code = view.getUint16(at, littleEndian)
    const length = view.getUint16(at + 2, littleEndian)
    if (code === 0 || at + 4 + length > end) return
    yield { code, at: at + 4, length }
    at += 4 + ((length + 3) & ~3)
  }
}

function textAt(view: DataView, at: number, length: number): string {
  const text = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length))
  return text.replace(/\0.*$/s, '')
}
