import type { Bus, BusKind } from './frames.ts'
import { DamagedBlock } from './recording-error.ts'

const busKinds: readonly BusKind[] = ['CAN', 'LIN', 'FlexRay', 'Ethernet', 'MOST', 'other']
/** More than any logger has; a damaged file must not fill the memory with buses. */
const mostBuses = 4096

/** The buses met so far, each with a stable index. */
export class BusList {
  readonly buses: Bus[] = []
  #index = new Map<number, number>()

  /** Index of the bus, added when new; `offset` is where the file mentions it. */
  indexOf(kind: BusKind, channel: number, offset: number, name?: (channel: number) => string | undefined): number {
    const key = channel * busKinds.length + busKinds.indexOf(kind)
    const known = this.#index.get(key)
    if (known !== undefined) return known
    if (this.buses.length >= mostBuses) throw new DamagedBlock(`More than ${mostBuses} different buses`, offset)
    this.buses.push({ kind, channel, name: name?.(channel) ?? `${kind} ${channel}` })
    this.#index.set(key, this.buses.length - 1)
    return this.buses.length - 1
  }
}
