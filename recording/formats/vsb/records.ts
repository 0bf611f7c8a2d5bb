import type { BusKind } from '../../frames.ts'

// The 64-byte record `icsSpyMessageVSB`, little-endian, from the public header VSBStruct.h of intrepidcs/ICS_VSBIO.
export const recordBytes = 64
export const fileHeaderBytes = 10
export const magic = 'icsbin'

/** Byte offsets of the fields that are read or written. */
export const field = {
  status: 0,
  status2: 4,
  timeHardware: 8,
  timeHardware2: 12,
  timeSystem: 16,
  timeHardwareId: 24,
  network: 26,
  protocol: 28,
  extraDataEnabled: 30,
  headerLength: 31,
  dataLength: 32,
  network2: 33,
  id: 36,
  data: 40,
  /** Shares its place with the acknowledge bytes; CAN FD flags live here. */
  status3: 48,
  extraData: 56,
} as const

export const status = {
  globalError: 0x01,
  sent: 0x02,
  extended: 0x04,
  remote: 0x08,
  networkMessage: 0x0400_0000,
  fd: 0x2000_0000,
} as const
export const status2 = { errorFrame: 0x2_0000 } as const
export const status3 = { errorState: 0x01, bitRateSwitch: 0x10 } as const

export const protocol = { can: 1, lin: 12, canFd: 30 } as const

/** 25 ns ticks, the unit that today's loggers write. */
export const ticks25ns = 9
export const doubleSeconds = 7

/** Nanoseconds of one unit of (high word, low word) for each kind of hardware time stamp. */
export const tickUnits: ReadonlyMap<number, { highNs: number; lowNs: number }> = new Map([
  [10, { highNs: 0x1_0000_0000 * 10, lowNs: 10 }],
  [ticks25ns, { highNs: 0x1_0000_0000 * 25, lowNs: 25 }],
  [8, { highNs: 0x1_0000_0000 * 10_000, lowNs: 10_000 }],
  [6, { highNs: 65_536_000, lowNs: 1000 }],
  [4, { highNs: 104_857_600, lowNs: 1600 }],
])

/** 2007-01-01T00:00:00Z, the zero of VSB times, in epoch milliseconds. */
export const vsbEpochMs = Date.UTC(2007, 0, 1)

const kinds: ReadonlyMap<number, BusKind> = new Map([
  [1, 'CAN'],
  [2, 'CAN'],
  [15, 'CAN'],
  [30, 'CAN'],
  [12, 'LIN'],
  [16, 'FlexRay'],
  [17, 'MOST'],
  [29, 'Ethernet'],
])

/** Kind of bus of a record's protocol number. */
export function kindOfProtocol(number: number): BusKind {
  return kinds.get(number) ?? 'other'
}
