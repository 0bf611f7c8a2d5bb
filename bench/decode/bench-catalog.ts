import type { Catalog, Message, Signal } from '#recording/catalogs/catalog.ts'

const messageCount = 50

/** Starts, widths and scales of the six signals of a message; big-endian ones lie in bytes 4 to 7. */
const shapes = [
  { startBit: 0, bitCount: 16, byteOrder: 'little', signed: false, factor: 0.01, offset: 0 },
  { startBit: 16, bitCount: 12, byteOrder: 'little', signed: true, factor: 0.5, offset: -40 },
  { startBit: 28, bitCount: 3, byteOrder: 'little', signed: false, factor: 1, offset: 0 },
  { startBit: 31, bitCount: 1, byteOrder: 'little', signed: false, factor: 1, offset: 0 },
  { startBit: 39, bitCount: 16, byteOrder: 'big', signed: true, factor: 0.1, offset: 0 },
  { startBit: 55, bitCount: 16, byteOrder: 'big', signed: false, factor: 0.25, offset: 100 },
] as const

/** No two messages have the same factors, so that none can share the other's code. */
function signal(message: number, shape: (typeof shapes)[number], index: number): Signal {
  const factor = shape.factor * (1 + message / 64)
  const span = 2 ** shape.bitCount
  const [lowest, highest] = shape.signed ? [-span / 2, span / 2 - 1] : [0, span - 1]
  return {
    ...shape,
    factor,
    name: `M${message}_S${index}`,
    unit: '',
    minimum: lowest * factor + shape.offset,
    maximum: highest * factor + shape.offset,
  }
}

function message(number: number): Message {
  const extended = number % 5 === 4
  return {
    name: `M${number}`,
    id: extended ? 0x18fe_0000 + number * 0x100 : 0x100 + number * 7,
    extended,
    length: 8,
    cycleMs: 10,
    signals: shapes.map((shape, index) => signal(number, shape, index)),
  }
}

/** 50 messages of six signals: both byte orders, signed and not, 1 to 16 bits. Of no real vehicle. */
export const benchCatalog: Catalog = { name: 'bench', messages: Array.from({ length: messageCount }, (_, i) => message(i)) }
