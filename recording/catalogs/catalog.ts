/** What turns frames into signals, whatever file it came from (DBC today; ARXML, KCD, SYM, LDF the same form). */
export interface Catalog {
  name: string
  messages: readonly Message[]
}

/** One identifier on a bus. */
export interface Message {
  name: string
  id: number
  extended: boolean
  /** Data bytes. */
  length: number
  /** How often it is sent, milliseconds; absent when not periodic. */
  cycleMs?: number
  comment?: string
  signals: readonly Signal[]
}

/** A number inside a message: physical = raw * factor + offset. */
export interface Signal {
  name: string
  /** As in DBC: of the least significant bit for little-endian, of the most significant for big-endian. */
  startBit: number
  bitCount: number
  byteOrder: 'little' | 'big'
  signed: boolean
  factor: number
  offset: number
  minimum: number
  maximum: number
  unit: string
  comment?: string
  /** Names of raw values. */
  names?: ReadonlyMap<number, string>
}
