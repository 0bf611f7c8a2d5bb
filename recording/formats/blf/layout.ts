// The binary logging format of Vector Informatik, little-endian. No specification is public; the facts are those of the
// free readers of it: python-can `can/io/blf.py`, Wireshark `wiretap/blf.h`, Technica-Engineering/vector_blf.

export const fileSignature = 'LOGG'
/** "LOBJ" as a little-endian number. */
export const objectSignature = 0x4a424f4c
export const fileHeaderBytes = 144

/** Byte offsets in the file header. The dates are SYSTEMTIME: eight words, year to millisecond. */
export const fileField = {
  headerSize: 4,
  applicationId: 8,
  apiVersion: 12,
  fileSize: 16,
  uncompressedSize: 24,
  objectCount: 32,
  start: 40,
  end: 56,
} as const

/** Byte offsets in the part that all objects begin with. */
export const objectField = { headerSize: 4, headerVersion: 6, size: 8, type: 12, flags: 16, time: 24 } as const
export const objectBaseBytes = 16
export const objectHeaderBytes = 32
/** Version 2 appends the original time stamp. */
export const objectHeader2Bytes = 40
/** Where a container's content begins, and its fields. */
export const containerBytes = 32
export const containerField = { method: 16, size: 24 } as const
export const containerMethod = { plain: 0, zlib: 2 } as const
/** Time stamps count 10 microseconds where the flags are 1, else nanoseconds. */
export const tenMicroseconds = 1
export const nanoseconds = 2

export const objectType = {
  canMessage: 1,
  canError: 2,
  canOverload: 3,
  appTrigger: 5,
  container: 10,
  linMessage: 11,
  linCrcError: 12,
  linReceiveError: 14,
  linSendError: 15,
  linSyncError: 18,
  flexRayData: 29,
  flexRayMessage: 41,
  flexRayReceived: 50,
  linMessage2: 57,
  linSendError2: 58,
  linSyncError2: 59,
  linCrcError2: 60,
  linReceiveError2: 61,
  appText: 65,
  flexRayReceivedEx: 66,
  ethernetFrame: 71,
  canErrorExt: 73,
  canMessage2: 86,
  eventComment: 92,
  globalMarker: 96,
  canFdMessage: 100,
  canFdMessage64: 101,
  ethernetReceiveError: 102,
  canFdError64: 104,
  ethernetFrameEx: 120,
  ethernetForwarded: 121,
  ethernetErrorEx: 122,
} as const

export const canFlag = { sent: 0x01, remote: 0x80 } as const
export const canFdFlag = { fd: 0x01, bitRateSwitch: 0x02, errorState: 0x04 } as const
export const canFd64Flag = { remote: 0x0010, fd: 0x1000, bitRateSwitch: 0x2000, errorState: 0x4000 } as const
export const canFdErrorFlag = { errorState: 0x20, bitRateSwitch: 0x40, fd: 0x80 } as const
export const extendedId = 0x8000_0000
export const idMask = 0x1fff_ffff

/** Bytes of data for each data length code of CAN FD. */
export const fdLengths: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64]
