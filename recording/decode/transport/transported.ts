import type { Message } from '../../catalogs/catalog.ts'
import { parameterGroup } from '../address.ts'
import type { MessageFinder } from '../message-finder.ts'
import type { Transported } from './reassembler.ts'

/** Parameter groups that NMEA 2000 sends as fast packets: 0x1F000 to 0x1FFFF (single frames among them are short). */
const firstFastPacket = 0x1_f000
const lastFastPacket = 0x1_ffff

/** True for a message that no classical frame holds: it comes in parts, or in a CAN FD frame. */
export function comesInParts({ bus, fd, length }: Message): boolean {
  return (bus ?? 'CAN') === 'CAN' && fd !== true && length > 8
}

/**
 * Which identifiers are put together: those for which the catalogs have a message that comes in parts, and the answers of
 * diagnostics (ISO 15765-4: 0x7E8 to 0x7EF, and 0x18DAF1xx).
 */
export function transportedBy(find: MessageFinder): Transported {
  const isFastPacket = (id: number): boolean => {
    const group = parameterGroup(id)
    return group >= firstFastPacket && group <= lastFastPacket
  }
  const inParts = (channel: number, id: number, extended: boolean): Message | null => {
    const message = find('CAN', channel, id, extended)?.message
    return message && comesInParts(message) ? message : null
  }
  return {
    isoTp(channel, id, extended) {
      if (isDiagnosticAnswer(id, extended)) return true
      const message = inParts(channel, id, extended)
      // parameter groups have their own transport
      return message !== null && message.j1939 !== true && !(extended && isFastPacket(id))
    },
    fastPacket: (channel, id) => isFastPacket(id) && inParts(channel, id, true) !== null,
  }
}

/** True for the identifier of a control unit that answers a tester. */
export function isDiagnosticAnswer(id: number, extended: boolean): boolean {
  return extended ? (id & 0x1fff_ff00) === 0x18da_f100 : id >= 0x7e8 && id <= 0x7ef
}
