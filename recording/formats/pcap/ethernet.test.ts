import { describe, expect, it } from 'vitest'
import { ethernetLayers } from './ethernet.ts'

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'))

const hardware = '01005e40fffb b827eb1d24c9'
const someIpOffer =
  'ffff8100 0000003c 00000000 01010200' +
  'c0000000 00000010 01000020 007b0001 01000003 00000000' +
  '00000018 00090400 c0a8b23a 00117530 00090400 c0a8b23a 00067530'
const udp = (payload: string, length: number): string => `9c40 9c40 ${(length + 8).toString(16).padStart(4, '0')} 0000 ${payload}`
const ipv4 = (payload: string, length: number, protocol = '11', fragment = '4000'): string =>
  `4500 ${(length + 20).toString(16).padStart(4, '0')} 0000 ${fragment} 01${protocol} 0000 c0a8b23a effffffa ${payload}`

describe('layers of an Ethernet frame', () => {
  it('names a service that is offered', () => {
    const layers = ethernetLayers(bytesOf(`${hardware} 0800 ${ipv4(udp(someIpOffer, 68), 76)}`))
    expect(layers).toMatchObject({
      destination: '01:00:5e:40:ff:fb',
      source: 'b8:27:eb:1d:24:c9',
      protocol: 'IPv4',
      vlans: [],
      ip: { version: 4, source: '192.168.178.58', destination: '239.255.255.250', protocol: 17, fragment: false },
      transport: { protocol: 'UDP', source: 40_000, destination: 40_000, payloadStart: 42, payloadLength: 68 },
    })
    expect(layers?.someIp).toEqual([
      {
        service: 0xffff,
        method: 0x8100,
        client: 0,
        session: 0,
        interfaceVersion: 1,
        type: 'notification',
        returnCode: 0,
        segment: false,
        payloadStart: 58,
        payloadLength: 52,
        discovery: [{ what: 'offer', service: 0x7b, instance: 1, majorVersion: 1, timeToLive: 3, minorVersion: 0 }],
      },
    ])
  })

  it('reads behind VLAN tags, and several messages in one datagram', () => {
    const message = '007b8005 0000000a 00010002 01018020 abcd'
    const frame = `${hardware} 88a8 a064 8100 0005 0800 ${ipv4(udp(message + message, 36), 44)}`
    const layers = ethernetLayers(bytesOf(frame))
    expect(layers?.vlans).toEqual([
      { id: 100, priority: 5 },
      { id: 5, priority: 0 },
    ])
    expect(layers?.someIp).toHaveLength(2)
    expect(layers?.someIp?.[1]).toMatchObject({ method: 0x8005, client: 1, session: 2, type: 'response', payloadLength: 2 })
  })

  it('reads IPv6 behind extension headers, and TCP', () => {
    const tcp = '1f90 0050 00000000 00000000 5018 ffff 0000 0000 474554'
    const frame = `${hardware} 86dd 60000000 001f 00 40 fe800000000000000000000000000001 20010db8000000000001000000000002 0600000000000000 ${tcp}`
    expect(ethernetLayers(bytesOf(frame))).toMatchObject({
      ip: { version: 6, source: 'fe80::1', destination: '2001:db8::1:0:0:2', protocol: 6 },
      transport: { protocol: 'TCP', source: 8080, destination: 80, payloadLength: 3 },
      someIp: [],
    })
  })

  it('gives no ports for a later fragment', () => {
    const layers = ethernetLayers(bytesOf(`${hardware} 0800 ${ipv4('0011223344556677', 8, '11', '0010')}`))
    expect(layers?.ip?.fragment).toBe(true)
    expect(layers).not.toHaveProperty('transport')
  })

  it('takes no other payload for SOME/IP', () => {
    expect(ethernetLayers(bytesOf(`${hardware} 0800 ${ipv4(udp('00'.repeat(40), 40), 48)}`))?.someIp).toEqual([])
  })

  it('never reads past a cut frame', () => {
    const whole = bytesOf(`${hardware} 88a8 a064 0800 ${ipv4(udp(someIpOffer, 68), 76)}`)
    for (let length = 0; length <= whole.length; length++) {
      const layers = ethernetLayers(whole.slice(0, length))
      expect(layers === null).toBe(length < 14)
      for (const byte of [0x00, 0xff]) {
        const changed = whole.slice()
        changed[length] = byte
        expect(() => ethernetLayers(changed)).not.toThrow()
      }
    }
  })
})
