/** What turns frames into signals, whatever file it came from: DBC directly; ARXML, KCD, SYM and LDF imported once. */
export interface Catalog {
  name: string
  messages: readonly Message[]
  /** Comment of the file as a whole. */
  comment?: string
  /** Lines of the source that were passed over, and why; empty when all was understood. */
  notes?: readonly CatalogNote[]
}

export interface CatalogNote {
  /** Line of the source, from 1. */
  line: number
  text: string
}

/** One identifier on a bus. */
export interface Message {
  name: string
  /** Without flag bits: 11 or 29 bits for CAN, 6 for LIN. */
  id: number
  extended: boolean
  /** Data bytes. */
  length: number
  /** Which buses it belongs to; absent means CAN. */
  bus?: 'CAN' | 'LIN'
  fd?: boolean
  /** J1939: matched by parameter group number, whatever priority and addresses a frame has. */
  j1939?: boolean
  /** How often it is sent, milliseconds; absent when not periodic. */
  cycleMs?: number
  sender?: string
  comment?: string
  attributes?: Readonly<Record<string, string | number>>
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
  /** The bits are an IEEE 754 number of 32 or 64 bits (of 16, where the catalog says so). */
  float?: boolean
  factor: number
  offset: number
  minimum: number
  maximum: number
  unit: string
  comment?: string
  /** Names of raw values. */
  names?: ReadonlyMap<number, string>
  /** Its raw value chooses which multiplexed signals a frame holds. */
  multiplexer?: boolean
  /** Present only when the named multiplexer's raw value lies in one of the ranges, ends included. */
  multiplexed?: { by: string; ranges: readonly (readonly [number, number])[] }
  attributes?: Readonly<Record<string, string | number>>
}

/** A catalog and the buses it holds for. */
export interface AppliedCatalog {
  catalog: Catalog
  /** Channel numbers of the buses (all of the messages' kind); absent: every one. */
  channels?: readonly number[]
}
