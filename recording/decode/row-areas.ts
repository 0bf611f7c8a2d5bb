/** Rows of one block, at most. */
export const mostRows = 65_536
const headBytes = 64
/** Areas do not begin at the same place of a page, since the processor's nearest memory could not hold that place of all. */
const apart = 320

/** Bytes of a row of each column: those of a block of frames, its decoding unit, and the rows in the order of units. */
const rowBytes = { timeNs: 8, id: 4, dataStart: 4, units: 4, bus: 2, length: 2, rows: 2, flags: 1 } as const

/** Addresses in the memory of a decoder of what passes read and write row by row. */
export type RowArea = keyof typeof rowBytes

export const rowAreas = ((): Readonly<Record<RowArea, number>> => {
  let at = headBytes
  const next = (name: RowArea): number => {
    const start = at
    at += rowBytes[name] * mostRows + apart
    return start
  }
  return {
    timeNs: next('timeNs'),
    id: next('id'),
    dataStart: next('dataStart'),
    units: next('units'),
    bus: next('bus'),
    length: next('length'),
    rows: next('rows'),
    flags: next('flags'),
  }
})()

/** Bytes in front of everything else. */
export const rowAreaBytes = rowAreas.flags + rowBytes.flags * mostRows + apart

/** Bytes that memory begins with: as much as a small recording needs, since what nobody touches costs nothing. */
export const firstBytes = 64 * 65_536

/**
 * The numbers (i32 or u32) that memory begins with. `table`: the address of the table of keys, and its bytes; `byUnit`: the
 * address of the numbers of units; `lowest`, `highest`: where the data of a block's rows begin and end; `data`: their address,
 * as if they began at 0.
 */
export const head = { table: 0, tableBytes: 1, multiplier: 2, byUnit: 3, lowest: 4, highest: 5, data: 6 } as const

/** Numbers (i32) of a place of the table: both halves of its key, its unit, one to spare. */
export const placeNumbers = 4

/** Numbers (u32) of a unit: how many rows it has, the least length of their payloads, the end of its rows, one to spare. */
export const unitNumbers = 4
