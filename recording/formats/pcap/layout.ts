// Capture files of libpcap and Wireshark. Sources: the libpcap file format (pcap-savefile(5)), the PCAPNG draft
// (draft-ietf-opsawg-pcapng), the list of link types (www.tcpdump.org/linktypes.html), and the kernel's linux/can.h.

export const linkType = {
  ethernet: 1,
  linuxCooked: 113,
  flexRay: 210,
  lin: 212,
  socketCan: 227,
  linuxCooked2: 276,
} as const

/** Protocols of the cooked link types, from linux/if_ether.h. */
export const cookedProtocol = { can: 0x000c, canFd: 0x000d } as const
export const outgoing = 4

export const socketCan = {
  headerBytes: 8,
  extended: 0x8000_0000,
  remote: 0x4000_0000,
  error: 0x2000_0000,
  standardMask: 0x7ff,
  extendedMask: 0x1fff_ffff,
  bitRateSwitch: 0x01,
  errorState: 0x02,
  fd: 0x04,
  /** A CAN FD frame as the kernel hands it over, with all 64 bytes. */
  fdFrameBytes: 72,
} as const

/** The four forms of a pcap file's first word, read as little-endian. */
export const pcapMagic: ReadonlyMap<number, { littleEndian: boolean; nanoseconds: boolean }> = new Map([
  [0xa1b2c3d4, { littleEndian: true, nanoseconds: false }],
  [0xa1b23c4d, { littleEndian: true, nanoseconds: true }],
  [0xd4c3b2a1, { littleEndian: false, nanoseconds: false }],
  [0x4d3cb2a1, { littleEndian: false, nanoseconds: true }],
])
export const pcapHeaderBytes = 24
export const pcapRecordBytes = 16

export const blockType = {
  section: 0x0a0d0d0a,
  interface: 1,
  oldPacket: 2,
  simplePacket: 3,
  enhancedPacket: 6,
} as const
export const byteOrderMagic = 0x1a2b3c4d
export const interfaceOption = { name: 2, timeResolution: 9, timeOffset: 14 } as const
/** Option of a packet: bits 0 and 1 are the direction, 2 is outbound. */
export const packetFlagsOption = 2

/** Far above what capture tools write (256 KiB); a longer packet is damage. */
export const longestPacket = 16 * 1024 * 1024
