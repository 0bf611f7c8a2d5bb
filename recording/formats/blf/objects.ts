import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import type { RecordingEvent } from '../format.ts'
import {
  addCanError,
  addCanErrorExt,
  addCanFdError64,
  addCanFdMessage,
  addCanFdMessage64,
  addCanMessage,
  canBodyBytes,
} from './can.ts'
import { unpackContainer } from './container.ts'
import { eventOf, eventTypes } from './events.ts'
import type { FrameSink, ObjectBody } from './frame-sink.ts'
import {
  objectBaseBytes,
  objectField,
  objectHeader2Bytes,
  objectHeaderBytes,
  objectSignature,
  objectType,
  tenMicroseconds,
} from './layout.ts'
import { otherBuses } from './other-buses.ts'
import { takePlainMessages } from './plain-messages.ts'

/** Objects are padded to whole words, and some writers pad by their size modulo 4: at most 3 bytes. */
export const mostPadding = 7
/** The largest known object is an Ethernet frame; anything near this is damage. */
const largestObject = 4 * 1024 * 1024
const deepestNesting = 4
const mostEvents = 100_000

/** What the parsers of nested containers share. */
export interface ParserBudget {
  /** Bytes that containers inside containers may still unpack to; a few bytes could otherwise become terabytes. */
  nestedBytes: number
}

/** Reads the objects of unpacked containers. An object may begin in one container and end in a later one. */
export class ObjectParser {
  #events: RecordingEvent[] = []
  #bytes = new Uint8Array(256 * 1024)
  #at = 0
  #end = 0
  #skip = 0
  #offset = 0
  #depth: number
  #budget: ParserBudget
  #inner: ObjectParser | null = null
  #body: ObjectBody

  constructor(budget: ParserBudget, depth = 0) {
    this.#budget = budget
    this.#depth = depth
    this.#body = { bytes: this.#bytes, view: new DataView(this.#bytes.buffer), at: 0, end: 0, timeNs: 0, offset: 0 }
  }

  /** Room for `size` more bytes behind what is left of the last container; `loaded` says how many came. */
  room(size: number): Uint8Array {
    const left = this.#end - this.#at
    if (left + size > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(left + size, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(this.#at, this.#end))
      this.#bytes = grown
      this.#body.bytes = grown
      this.#body.view = new DataView(grown.buffer)
    } else this.#bytes.copyWithin(0, this.#at, this.#end)
    this.#at = 0
    this.#end = left
    return this.#bytes.subarray(left, left + size)
  }

  /** `offset`: where in the file the bytes came from, for errors. */
  loaded(size: number, offset: number): void {
    this.#end += size
    this.#offset = offset
  }

  /** Parses until the block is full (true) or everything at hand is read (false). */
  parse(sink: FrameSink): boolean {
    if (this.#inner?.parse(sink)) return true
    for (;;) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, this.#end - this.#at)
        this.#skip -= passed
        this.#at += passed
      }
      const at = this.#find()
      if (at < 0) return false
      const { view } = this.#body
      const type = view.getUint32(at + objectField.type, true)
      if (type === objectType.canMessage || type === objectType.canMessage2) {
        this.#at = takePlainMessages(view, at, this.#end, this.#offset, sink)
        if (sink.rows.room === 0) return true
        if (this.#at > at) continue
      }
      const size = view.getUint32(at + objectField.size, true)
      if (size < objectBaseBytes) throw new DamagedBlock(`An object of ${size} bytes`, this.#offset)
      const known = isKnown(type)
      if (at + size > this.#end) {
        if (known && size > largestObject && type !== objectType.container)
          throw new DamagedBlock(`An object of kind ${type} with ${size} bytes`, this.#offset)
        this.#at = at
        if (known) return false
        this.#skip = size
        continue
      }
      this.#at = at + size
      if (!known) continue
      if (type === objectType.container) {
        if (this.#nested(at, size).parse(sink)) return true
        continue
      }
      this.#object(type, at, size, sink)
      if (sink.rows.room === 0) return true
    }
  }

  /** The events met so far, those of nested containers behind the others. */
  allEvents(): RecordingEvent[] {
    return [...this.#events, ...(this.#inner?.allEvents() ?? [])]
  }

  /** Must be called behind the last container: what is left is an object without its end. */
  finish(): void {
    this.#inner?.finish()
    const left = this.#end - this.#at
    const wanted = left >= objectBaseBytes ? this.#body.view.getUint32(this.#at + objectField.size, true) : objectBaseBytes
    if (this.#skip > 0) throw new ShortRead('The last object', this.#offset, this.#skip, 0)
    if (!this.#bytes.subarray(this.#at, this.#end).every((byte) => byte === 0))
      throw new ShortRead('The last object', this.#offset, wanted, left)
  }

  /** Where the next object begins, past the padding; -1 when more bytes are needed to tell. */
  #find(): number {
    const { view } = this.#body
    const last = this.#end - objectBaseBytes
    for (let at = this.#at; at <= last; at++) {
      if (view.getUint32(at, true) === objectSignature) return at
      if (at - this.#at >= mostPadding) throw new DamagedBlock('No object where one must begin', this.#offset)
    }
    return -1
  }

  #nested(at: number, size: number): ObjectParser {
    if (this.#depth >= deepestNesting) throw new DamagedBlock(`Containers nested deeper than ${deepestNesting}`, this.#offset)
    const inner = (this.#inner ??= new ObjectParser(this.#budget, this.#depth + 1))
    if (size < objectHeaderBytes) throw new DamagedBlock(`A container of ${size} bytes`, this.#offset)
    const written = unpackContainer(this.#bytes.subarray(at, at + size), this.#offset, false, (wanted) => {
      this.#budget.nestedBytes -= wanted
      if (this.#budget.nestedBytes < 0) throw new DamagedBlock('Containers in containers that unpack to too much', this.#offset)
      return inner.room(wanted)
    })
    inner.loaded(written, this.#offset)
    return inner
  }

  #object(type: number, at: number, size: number, sink: FrameSink): void {
    const { view } = this.#body
    const version = view.getUint16(at + objectField.headerVersion, true)
    const headerSize = view.getUint16(at + objectField.headerSize, true)
    // Version 3 belongs to objects that are no frames. Some writers state a header of 16 bytes where the version's header
    // follows all the same, so the version decides.
    if ((version !== 1 && version !== 2) || size < objectHeaderBytes) return
    const body = this.#body
    body.at = at + (version === 1 ? objectHeaderBytes : objectHeader2Bytes)
    body.end = at + size
    body.offset = this.#offset
    const ticks = view.getUint32(at + objectField.time, true) + view.getUint32(at + objectField.time + 4, true) * 0x1_0000_0000
    body.timeNs = view.getUint32(at + objectField.flags, true) === tenMicroseconds ? ticks * 10_000 : ticks
    const length = body.end - body.at
    if (type === objectType.canMessage || type === objectType.canMessage2) {
      if (length >= canBodyBytes.message) addCanMessage(body, sink)
    } else if (type === objectType.canFdMessage64) {
      if (length >= canBodyBytes.fd64) addCanFdMessage64(body, sink, body.at - headerSize)
    } else if (type === objectType.canFdMessage) {
      if (length >= canBodyBytes.fd) addCanFdMessage(body, sink)
    } else if (type === objectType.canErrorExt) {
      if (length >= canBodyBytes.errorExt) addCanErrorExt(body, sink)
    } else if (type === objectType.canError || type === objectType.canOverload) {
      if (length >= canBodyBytes.error) addCanError(body, sink)
    } else if (type === objectType.canFdError64) {
      if (length >= canBodyBytes.fdError64) addCanFdError64(body, sink, body.at - headerSize)
    } else this.#rare(type, body, length, sink)
  }

  #rare(type: number, body: ObjectBody, length: number, sink: FrameSink): void {
    const reader = otherBuses.get(type)
    if (reader && length >= reader.least) reader.add(body, sink)
    if (!eventTypes.has(type) || this.#events.length >= mostEvents) return
    const event = eventOf(type, body)
    if (event) this.#events.push(event)
  }
}

const knownTypes = new Uint8Array(256)
for (const type of [...Object.values(objectType), ...otherBuses.keys()]) knownTypes[type] = 1

function isKnown(type: number): boolean {
  return type < 256 && knownTypes[type] === 1
}
