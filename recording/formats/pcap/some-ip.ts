import { discoveryEntries, type DiscoveryEntry } from './service-discovery.ts'

/** One SOME/IP message (AUTOSAR PRS_SOMEIPProtocol, 4.1.2). */
export interface SomeIpMessage {
  service: number
  /** Method, or event from 0x8000 on. */
  method: number
  client: number
  session: number
  interfaceVersion: number
  type: string
  returnCode: number
  /** Segment of a longer message (SOME/IP-TP). */
  segment: boolean
  payloadStart: number
  /** Bytes of payload that the message states; the packet may have fewer. */
  payloadLength: number
  /** What a service discovery message says. */
  discovery?: DiscoveryEntry[]
}

const headerBytes = 16
const mostMessages = 64
const protocolVersion = 1
const segmentBit = 0x20
const typeNames: ReadonlyMap<number, string> = new Map([
  [0x00, 'request'],
  [0x01, 'request without return'],
  [0x02, 'notification'],
  [0x40, 'request acknowledged'],
  [0x41, 'request without return acknowledged'],
  [0x42, 'notification acknowledged'],
  [0x80, 'response'],
  [0x81, 'error'],
  [0xc0, 'response acknowledged'],
  [0xc1, 'error acknowledged'],
])
const lastReturnCode = 0x5e

/**
 * The SOME/IP messages of a payload. No port is reserved for them: a payload is taken for SOME/IP when its first header
 * has the protocol's version, a known type and return code, and a length that fits. Empty when it is not.
 */
export function someIpMessages(view: DataView, start: number, end: number): SomeIpMessage[] {
  const messages: SomeIpMessage[] = []
  for (let at = start; messages.length < mostMessages && at + headerBytes <= end;) {
    const length = view.getUint32(at + 4)
    const typeByte = view.getUint8(at + 14)
    const type = typeNames.get(typeByte & ~segmentBit)
    const returnCode = view.getUint8(at + 15)
    if (length < 8 || !type || view.getUint8(at + 12) !== protocolVersion || returnCode > lastReturnCode) break
    // A TCP segment can end inside a message; a datagram that is no SOME/IP rarely gets this far.
    const payloadLength = length - 8
    const payloadEnd = Math.min(end, at + 8 + length)
    const service = view.getUint16(at)
    const method = view.getUint16(at + 2)
    messages.push({
      service,
      method,
      client: view.getUint16(at + 8),
      session: view.getUint16(at + 10),
      interfaceVersion: view.getUint8(at + 13),
      type,
      returnCode,
      segment: (typeByte & segmentBit) !== 0,
      payloadStart: at + headerBytes,
      payloadLength,
      ...(service === 0xffff && method === 0x8100 && { discovery: discoveryEntries(view, at + headerBytes, payloadEnd) }),
    })
    at += 8 + length
  }
  return messages
}
