import { FrameBlockBuilder, frameFlag, type Bus, type FrameBlock } from '../../frames.ts'
import { parameterGroup } from '../address.ts'
import { FastPacket } from './fast-packet.ts'
import { IsoTp } from './iso-tp.ts'
import { J1939Tp } from './j1939-tp.ts'

/** How the frames of an identifier travel; decided once for each (bus, identifier). */
type Route = 'plain' | 'iso-tp' | 'fast-packet' | 'j1939-connection' | 'j1939-transfer'

/** Which identifiers carry longer messages; J1939's own transport frames need not be named. */
export interface Transported {
  /** True for an identifier whose messages are cut by ISO-TP. */
  isoTp(channel: number, id: number, extended: boolean): boolean
  /** True for an extended identifier whose parameter group NMEA 2000 cuts as a fast packet. */
  fastPacket(channel: number, id: number): boolean
}

const pgn = { connection: 0xec00, transfer: 0xeb00 } as const
const notData = frameFlag.remote | frameFlag.error

/**
 * Puts long messages together again: ISO-TP, J1939 transport protocol, NMEA 2000 fast packets. Each comes as one row with the flag
 * `reassembled`, the time of its last frame, and its sender's identifier (J1939: that of the parameter group inside).
 */
export class Reassembler {
  #buses: readonly Bus[]
  #transported: Transported
  #routes = new Map<number, Route>()
  #isoTp = new IsoTp()
  #j1939 = new J1939Tp()
  #fastPacket = new FastPacket()
  #builder = new FrameBlockBuilder()

  /** `buses` are the stream's; they may grow. */
  constructor(buses: readonly Bus[], transported: Transported) {
    this.#buses = buses
    this.#transported = transported
  }

  /** The messages that the block completes, in its order; null when there are none. */
  add(block: FrameBlock): FrameBlock | null {
    const { count, bus, id, flags, dataStart, length, timeNs, data } = block
    for (let row = 0; row < count; row++) {
      const flag = flags[row] ?? 0
      if (flag & notData) continue
      const [onBus, identifier] = [bus[row] ?? 0, id[row] ?? 0]
      const key = (onBus * 2 + (flag & frameFlag.extended)) * 2 ** 29 + identifier
      const route = this.#routes.get(key) ?? this.#route(key, onBus, identifier, (flag & frameFlag.extended) !== 0)
      if (route === 'plain') continue
      const [time, start, bytes] = [timeNs[row] ?? 0, dataStart[row] ?? 0, length[row] ?? 0]
      const whole = (groupId: number, from: Uint8Array, at: number, count: number): void =>
        this.#builder.add(time, onBus, groupId, (flag & frameFlag.extended) | frameFlag.reassembled, from, at, count)
      if (route === 'iso-tp')
        this.#isoTp.take(key, time, data, start, bytes, (from, at, count) => whole(identifier, from, at, count))
      else if (route === 'fast-packet')
        this.#fastPacket.take(key, time, data, start, bytes, (from, at, count) => whole(identifier, from, at, count))
      else {
        // sender, receiver and bus are one connection; priority and the kind of frame are not part of it
        const connection = onBus * 2 ** 16 + (identifier & 0xffff)
        if (route === 'j1939-connection') this.#j1939.manage(connection, time, data, start, bytes)
        else
          this.#j1939.transfer(connection, time, data, start, bytes, (group, from, at, count) =>
            whole(identifierOf(group, identifier), from, at, count),
          )
      }
    }
    return this.#builder.count > 0 ? this.#builder.take() : null
  }

  #route(key: number, bus: number, id: number, extended: boolean): Route {
    const route = this.#routeOf(bus, id, extended)
    this.#routes.set(key, route)
    return route
  }

  #routeOf(bus: number, id: number, extended: boolean): Route {
    const on = this.#buses[bus]
    if (on?.kind !== 'CAN') return 'plain'
    if (this.#transported.isoTp(on.channel, id, extended)) return 'iso-tp'
    if (!extended) return 'plain'
    const group = parameterGroup(id)
    if (group === pgn.connection) return 'j1939-connection'
    if (group === pgn.transfer) return 'j1939-transfer'
    return this.#transported.fastPacket(on.channel, id) ? 'fast-packet' : 'plain'
  }
}

/** Identifier of a group that came in a transfer frame: its priority and sender, and its receiver where the group has one. */
function identifierOf(group: number, transfer: number): number {
  const receiver = (group & 0xff00) < 0xf000 ? (transfer >> 8) & 0xff : 0
  return ((transfer & 0x1c00_0000) | (group << 8) | (receiver << 8) | (transfer & 0xff)) >>> 0
}
