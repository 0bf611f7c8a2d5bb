import { someIpMessages, type SomeIpMessage } from './some-ip.ts'

export interface InternetLayers {
  ip?: {
    version: 4 | 6
    source: string
    destination: string
    /** Protocol number: 6 TCP, 17 UDP, 1 and 58 ICMP. */
    protocol: number
    /** A later part of a packet that was cut in pieces: it has no ports. */
    fragment: boolean
  }
  transport?: { protocol: 'UDP' | 'TCP'; source: number; destination: number; payloadStart: number; payloadLength: number }
  /** SOME/IP messages in the payload; empty when it is none. */
  someIp?: SomeIpMessage[]
}

const tcp = 6
const udp = 17
/** Extension headers of IPv6 whose length stands in their second byte: hop-by-hop, routing, destination. */
const sizedHeaders: ReadonlySet<number> = new Set([0, 43, 60])
const fragmentHeader = 44
const mostHeaders = 8

/** The layers above Ethernet, from `at` on. */
export function internetLayers(view: DataView, at: number, etherType: number): InternetLayers {
  if (etherType === 0x0800) return ipv4(view, at)
  return etherType === 0x86dd ? ipv6(view, at) : {}
}

function ipv4(view: DataView, at: number): InternetLayers {
  if (at + 20 > view.byteLength || view.getUint8(at) >> 4 !== 4) return {}
  const headBytes = (view.getUint8(at) & 15) * 4
  const end = Math.min(view.byteLength, at + view.getUint16(at + 2))
  if (headBytes < 20 || at + headBytes > end) return {}
  const protocol = view.getUint8(at + 9)
  const fragment = (view.getUint16(at + 6) & 0x1fff) !== 0
  const address = (start: number): string => [0, 1, 2, 3].map((i) => view.getUint8(start + i)).join('.')
  const ip = { version: 4 as const, source: address(at + 12), destination: address(at + 16), protocol, fragment }
  return { ip, ...(!fragment && transportLayers(view, at + headBytes, end, protocol)) }
}

function ipv6(view: DataView, at: number): InternetLayers {
  if (at + 40 > view.byteLength || view.getUint8(at) >> 4 !== 6) return {}
  const end = Math.min(view.byteLength, at + 40 + view.getUint16(at + 4))
  let protocol = view.getUint8(at + 6)
  let next = at + 40
  let fragment = false
  for (let i = 0; i < mostHeaders && next + 8 <= end; i++) {
    if (protocol === fragmentHeader) {
      fragment ||= (view.getUint16(next + 2) & 0xfff8) !== 0
      protocol = view.getUint8(next)
      next += 8
    } else if (sizedHeaders.has(protocol)) {
      protocol = view.getUint8(next)
      next += 8 + view.getUint8(next + 1) * 8
    } else break
  }
  const ip = { version: 6 as const, source: address6(view, at + 8), destination: address6(view, at + 24), protocol, fragment }
  return { ip, ...(!fragment && transportLayers(view, next, end, protocol)) }
}

/** RFC 5952: the longest run of two or more zero words is left out. */
function address6(view: DataView, at: number): string {
  const words = Array.from({ length: 8 }, (_, i) => view.getUint16(at + i * 2))
  let best = { start: 0, length: 1 }
  for (let start = 0; start < 8; start++) {
    let length = 0
    while (words[start + length] === 0) length++
    if (length > best.length) best = { start, length }
  }
  const hex = (part: number[]): string => part.map((word) => word.toString(16)).join(':')
  if (best.length < 2) return hex(words)
  return `${hex(words.slice(0, best.start))}::${hex(words.slice(best.start + best.length))}`
}

function transportLayers(view: DataView, at: number, end: number, protocol: number): Omit<InternetLayers, 'ip'> {
  if (protocol !== udp && protocol !== tcp) return {}
  if (at + (protocol === udp ? 8 : 20) > end) return {}
  const headBytes = protocol === udp ? 8 : (view.getUint8(at + 12) >> 4) * 4
  const stop = protocol === udp ? Math.min(end, at + Math.max(8, view.getUint16(at + 4))) : end
  const payloadStart = Math.min(stop, at + Math.max(headBytes, 8))
  return {
    transport: {
      protocol: protocol === udp ? 'UDP' : 'TCP',
      source: view.getUint16(at),
      destination: view.getUint16(at + 2),
      payloadStart,
      payloadLength: stop - payloadStart,
    },
    someIp: someIpMessages(view, payloadStart, stop),
  }
}
