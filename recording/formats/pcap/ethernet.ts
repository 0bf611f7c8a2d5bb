import { vlanTypes } from './ether-type.ts'
import { internetLayers, type InternetLayers } from './internet.ts'

export interface VlanTag {
  id: number
  /** Priority code point, 0 to 7. */
  priority: number
}

/** The layers of an Ethernet frame that could be named; deeper ones are absent where the bytes end or mean nothing known. */
export interface EthernetLayers extends InternetLayers {
  /** Hardware addresses as `01:00:5e:40:ff:fb`. */
  destination: string
  source: string
  vlans: VlanTag[]
  etherType: number
  /** The protocol's name where it is a usual one. */
  protocol: string
}

const mostTags = 8
const protocolNames: ReadonlyMap<number, string> = new Map([
  [0x0800, 'IPv4'],
  [0x0806, 'ARP'],
  [0x86dd, 'IPv6'],
  [0x88e5, 'MACsec'],
  [0x88f7, 'PTP'],
  [0x22f0, 'AVTP'],
  [0x88cc, 'LLDP'],
  [0x893f, 'VLAN redundancy'],
])

/**
 * Names the layers of the Ethernet frame `bytes`: VLAN tags, IPv4 and IPv6, UDP and TCP, SOME/IP and its service
 * discovery. Pure and bounded: at most 8 tags, 8 IPv6 extension headers, 64 SOME/IP messages. Null for less than the
 * 14 bytes of a header. Sources: IEEE 802.3 and 802.1Q, RFC 791, 8200, 768, 9293, AUTOSAR PRS_SOMEIPProtocol.
 */
export function ethernetLayers(bytes: Uint8Array): EthernetLayers | null {
  if (bytes.length < 14) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vlans: VlanTag[] = []
  let at = 12
  while (vlans.length < mostTags && at + 6 <= bytes.length && vlanTypes.has(view.getUint16(at))) {
    const tag = view.getUint16(at + 2)
    vlans.push({ id: tag & 0xfff, priority: tag >> 13 })
    at += 4
  }
  const etherType = view.getUint16(at)
  // Below 1536 the field is a length, IEEE 802.3.
  const protocol = protocolNames.get(etherType) ?? (etherType < 0x600 ? 'LLC' : `0x${etherType.toString(16).padStart(4, '0')}`)
  return {
    destination: hardwareAddress(bytes, 0),
    source: hardwareAddress(bytes, 6),
    vlans,
    etherType,
    protocol,
    ...internetLayers(view, at + 2, etherType),
  }
}

function hardwareAddress(bytes: Uint8Array, at: number): string {
  return Array.from(bytes.subarray(at, at + 6), (byte) => byte.toString(16).padStart(2, '0')).join(':')
}
