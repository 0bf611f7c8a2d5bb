/** Tags of VLANs: IEEE 802.1Q, 802.1ad and its forerunners. */
export const vlanTypes: ReadonlySet<number> = new Set([0x8100, 0x88a8, 0x9100])

/**
 * EtherType of the Ethernet frame in `bytes[start, start + length)`, behind its VLAN tags: the identifier of Ethernet
 * frames in this library. A length field (IEEE 802.3) is given as it is, 0 where the frame is too short.
 */
export function etherTypeOf(bytes: Uint8Array, start: number, length: number): number {
  const end = Math.min(bytes.length, start + length)
  for (let at = start + 12; at + 2 <= end; at += 4) {
    const type = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
    if (!vlanTypes.has(type)) return type
  }
  return 0
}
