import type { FeedReader } from '../../byte-feed.ts'
import { framesPerBlock } from '../../frames.ts'
import { DamagedBlock } from '../../recording-error.ts'
import type { GroupReading } from './group-readings.ts'
import type { ChannelGroup, DataGroup } from './groups.ts'
import { ValueWindow } from './value-window.ts'

/** Longer values are no frames; they are passed over without being kept whole. */
const mostValueBytes = 1024 * 1024
const smallIds = 65_536

/** What a record id stands for while scanning. */
interface Kind {
  group: ChannelGroup
  /** Bytes of its records, or -1 for values of variable length. */
  bytes: number
  /** Index of its reading, -1 for records that are passed over. */
  slot: number
  /** Where its values go; null when nobody asks for them. */
  window: ValueWindow | null
}

/**
 * Finds where records begin in bytes where several groups lie mixed, and gathers the values of variable length. Records
 * that were found and not yet released stay in `starts` and `slots`, in the order of the file.
 */
export class RecordScan {
  readonly starts = new Uint32Array(framesPerBlock)
  readonly slots = new Uint16Array(framesPerBlock)
  count = 0
  /** For each reading the values that its records point into, if they do. */
  readonly windows: (ValueWindow | undefined)[]
  /** Bytes that the next record needs, and bytes that are passed over without a look. */
  wanted = 1
  skipping = 0
  #idBytes: number
  #kinds: Kind[] = []
  #small = new Int16Array(0)
  #large = new Map<number, number>()
  /** How far beyond the reader's place was scanned already, in the reader's bytes. */
  #scanned = 0
  #atReader = 0

  constructor(dataGroup: DataGroup, readings: readonly GroupReading[], withData: boolean) {
    this.#idBytes = dataGroup.recordIdBytes
    const byOffset = new Map(dataGroup.groups.map((group) => [group.offset, group]))
    const windows = new Map<ChannelGroup, ValueWindow>()
    this.windows = readings.map(({ filler }) => {
      const place = filler?.layout.data
      if (!withData || place?.kind !== 'stream') return undefined
      const values = byOffset.get(place.link)
      if (!values?.variableLength) throw new DamagedBlock('Frame data in a group that is not among the data', place.link)
      const window = windows.get(values) ?? new ValueWindow()
      windows.set(values, window)
      return window
    })
    const slotOf = new Map(readings.map(({ group }, slot) => [group, slot]))
    for (const group of dataGroup.groups)
      this.#add({
        group,
        bytes: group.variableLength ? -1 : group.recordBytes,
        slot: slotOf.get(group) ?? -1,
        window: windows.get(group) ?? null,
      })
  }

  #add(kind: Kind): void {
    const { recordId } = kind.group
    if (recordId < smallIds) {
      if (this.#small.length === 0) this.#small = new Int16Array(this.#idBytes === 1 ? 256 : smallIds).fill(-1)
      this.#small[recordId] = this.#kinds.length
    } else this.#large.set(recordId, this.#kinds.length)
    this.#kinds.push(kind)
  }

  /** Looks at the reader's bytes as far as whole records go; does not move the reader. */
  run(reader: FeedReader): void {
    const { bytes, view } = reader
    const end = bytes.length
    const idBytes = this.#idBytes
    const small = this.#small
    const kinds = this.#kinds
    const { starts, slots } = this
    let at = Math.max(this.#scanned, reader.at)
    let { count } = this
    this.skipping = 0
    while (count < framesPerBlock) {
      if (end - at < idBytes) {
        this.wanted = idBytes
        break
      }
      const id =
        idBytes === 1
          ? (bytes[at] ?? 0)
          : idBytes === 2
            ? view.getUint16(at, true)
            : view.getUint32(at, true) + (idBytes === 8 ? view.getUint32(at + 4, true) * 0x1_0000_0000 : 0)
      const known = id < small.length ? (small[id] ?? -1) : (this.#large.get(id) ?? -1)
      const kind = kinds[known]
      if (!kind) {
        // What was found before still counts; the fault is told when it is the next thing to read.
        if (count > 0) break
        throw new DamagedBlock('A record of a group that the file does not describe', reader.offset + at - reader.at)
      }
      const start = at + idBytes
      if (kind.bytes >= 0) {
        if (end - start < kind.bytes) {
          this.wanted = idBytes + kind.bytes
          break
        }
        if (kind.slot >= 0) {
          starts[count] = start
          slots[count++] = kind.slot
        }
        at = start + kind.bytes
        continue
      }
      if (end - start < 4) {
        this.wanted = idBytes + 4
        break
      }
      const length = view.getUint32(start, true)
      if (end - start - 4 < length) {
        this.wanted = idBytes + 4 + length
        if (length > mostValueBytes || !kind.window) {
          if (kind.window) throw new DamagedBlock(`A frame with ${length} bytes of data`, reader.offset + at - reader.at)
          if (count === 0) this.skipping = this.wanted
        }
        break
      }
      kind.window?.append(bytes, start, 4 + length, reader.offset)
      at = start + 4 + length
    }
    this.count = count
    this.#scanned = at
  }

  /** Gives up the first `records` records; the reader moves to the first that is still wanted. */
  release(reader: FeedReader, records: number): void {
    if (records < this.count) {
      this.starts.copyWithin(0, records, this.count)
      this.slots.copyWithin(0, records, this.count)
    }
    this.count -= records
    reader.at = this.count > 0 ? (this.starts[0] ?? 0) - this.#idBytes : Math.max(this.#scanned, reader.at)
    this.#atReader = reader.at
  }

  /** Must be told when the reader brought other bytes to hand: places in the old bytes become places in the new. */
  moved(reader: FeedReader): void {
    const shift = this.#atReader - reader.at
    for (let i = 0; i < this.count; i++) this.starts[i] = (this.starts[i] ?? 0) - shift
    this.#scanned = this.count > 0 ? this.#scanned - shift : reader.at
    this.#atReader = reader.at
  }
}
