import type { NumberReader } from './signal-numbers.ts'

/**
 * CANopen dates of seven bytes as seconds since 1970-01-01 (no zone is stored: taken as UTC): milliseconds of the minute
 * (16 bits), minutes, hours, days, months, years since 2000 (two digits).
 */
export function dateReader(byteOffset: number): NumberReader {
  return (bytes, stride, rows) => {
    const values = new Float64Array(rows)
    for (let row = 0, at = byteOffset; row < rows; row++, at += stride) {
      const byte = (i: number): number => bytes[at + i] ?? 0
      const milliseconds = byte(0) | (byte(1) << 8)
      const year = byte(6) & 0x7f
      const date = Date.UTC(2000 + year, (byte(5) & 0x3f) - 1, byte(4) & 0x1f, byte(3) & 0x1f, byte(2) & 0x3f)
      values[row] = (date + milliseconds) / 1000
    }
    return { values, rounded: false }
  }
}

/** CANopen times of six bytes as seconds since 1984-01-01, counted from 1970: milliseconds of the day (28 bits), days. */
export function timeOfDayReader(byteOffset: number): NumberReader {
  const firstDay = Date.UTC(1984, 0, 1) / 1000
  return (bytes, stride, rows) => {
    const values = new Float64Array(rows)
    for (let row = 0, at = byteOffset; row < rows; row++, at += stride) {
      const byte = (i: number): number => bytes[at + i] ?? 0
      const milliseconds = (byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24)) & 0x0fff_ffff
      values[row] = firstDay + (byte(4) | (byte(5) << 8)) * 86_400 + milliseconds / 1000
    }
    return { values, rounded: false }
  }
}
