/** Data length in bytes of each CAN FD data length code (ISO 11898-1). */
const fdLengths = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64)

/** Bytes of data that a data length code of 0 to 15 stands for in CAN FD. */
export function fdLength(code: number): number {
  return fdLengths[code] ?? 0
}

/** The smallest data length code that holds `length` bytes (0 to 64). */
export function fdCode(length: number): number {
  return fdLengths.findIndex((bytes) => bytes >= length)
}

/** Data of a frame that has none or whose bytes mean nothing: remote frames keep the length that they ask for. */
export const noData = new Uint8Array(64)
