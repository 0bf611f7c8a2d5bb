import type { Instant } from '../instant.ts'
import { byRow, directoryKind, entryWidth, type Directory, type DirectoryKind } from './directory.ts'
import { IndexReader, IndexWriter } from './index-bytes.ts'

/** A group of signals as the store names it: a message, or a channel group of a file. */
export interface StoredGroup {
  readonly name: string
  /** The frames it was decoded from; null for signals that the file held decoded. */
  readonly from: {
    readonly bus: { readonly kind: string; readonly channel: number; readonly name: string }
    readonly id: number
    readonly extended: boolean
    readonly catalog: string
    readonly message: string
  } | null
}

export interface IndexAxis {
  readonly timeFalls: boolean
  readonly chunks: Directory
  /** Of time tiles, level 0 first. */
  readonly levels: readonly Directory[]
}

export interface IndexSignal {
  readonly group: number
  readonly axis: number
  readonly name: string
  readonly unit: string
  readonly comment: string
  readonly rawType: number
  readonly conversion:
    | { readonly kind: 'linear'; readonly factor: number; readonly offset: number }
    | { readonly kind: 'text'; readonly textsOffset: number; readonly textsLength: number }
  readonly coded: boolean
  readonly rounded: boolean
  readonly names: readonly (readonly [number, string])[]
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  /** Rows of the recording without a value. */
  readonly invalid: number
  readonly chunks: Directory
  readonly levels: readonly Directory[]
}

export interface StoreIndex {
  readonly origin: Instant
  readonly groups: readonly StoredGroup[]
  readonly axes: readonly IndexAxis[]
  readonly signals: readonly IndexSignal[]
}

const flag = { text: 1, coded: 2, rounded: 4, minimum: 8, maximum: 16 } as const

export function writeIndex(index: StoreIndex): Uint8Array<ArrayBuffer> {
  const to = new IndexWriter()
  to.f64(index.origin.epochMs)
  to.int(index.origin.nanos)
  to.list(index.groups, ({ name, from }) => {
    to.text(name)
    to.u8(from ? 1 : 0)
    if (!from) return
    to.text(from.bus.kind)
    to.int(from.bus.channel)
    to.text(from.bus.name)
    to.int(from.id)
    to.u8(from.extended ? 1 : 0)
    to.text(from.catalog)
    to.text(from.message)
  })
  to.list(index.axes, (axis) => {
    to.u8(axis.timeFalls ? 1 : 0)
    writeDirectory(to, axis.chunks)
    to.list(axis.levels, (level) => writeDirectory(to, level))
  })
  to.list(index.signals, (signal) => writeSignal(to, signal))
  return to.bytes()
}

function writeSignal(to: IndexWriter, signal: IndexSignal): void {
  const { conversion, minimum, maximum } = signal
  to.int(signal.group)
  to.int(signal.axis)
  to.text(signal.name)
  to.text(signal.unit)
  to.text(signal.comment)
  to.u8(signal.rawType)
  to.u8(
    (conversion.kind === 'text' ? flag.text : 0) |
      (signal.coded ? flag.coded : 0) |
      (signal.rounded ? flag.rounded : 0) |
      (minimum === undefined ? 0 : flag.minimum) |
      (maximum === undefined ? 0 : flag.maximum),
  )
  to.f64(conversion.kind === 'text' ? conversion.textsOffset : conversion.factor)
  to.f64(conversion.kind === 'text' ? conversion.textsLength : conversion.offset)
  to.list(signal.names, ([raw, text]) => {
    to.f64(raw)
    to.text(text)
  })
  if (minimum !== undefined) to.f64(minimum)
  if (maximum !== undefined) to.f64(maximum)
  to.int(signal.invalid)
  writeDirectory(to, signal.chunks)
  to.list(signal.levels, (level) => writeDirectory(to, level))
}

function writeDirectory(to: IndexWriter, { kind, paged, count, entries }: Directory): void {
  const width = entryWidth(kind)
  to.u8(paged ? 1 : 0)
  to.int(count)
  for (let k = 0; k < width; k++) for (let i = 0; i < count; i++) to.f64(entries[i * width + k] ?? 0)
}

/** Throws DamagedBlock at `offset`, the index' place in the file. */
export function readIndex(bytes: Uint8Array, offset: number): StoreIndex {
  const from = new IndexReader(bytes, offset)
  const index = {
    origin: { epochMs: from.f64(), nanos: from.int() },
    groups: from.list(() => readGroup(from)),
    axes: from.list(() => ({
      timeFalls: (from.u8() & 1) !== 0,
      chunks: readDirectory(from, 'axis'),
      levels: from.list(() => readDirectory(from, 'axis')),
    })),
    signals: from.list(() => readSignal(from)),
  }
  from.end()
  return index
}

function readGroup(from: IndexReader): StoredGroup {
  const name = from.text()
  if (from.u8() === 0) return { name, from: null }
  const bus = { kind: from.text(), channel: from.int(), name: from.text() }
  return { name, from: { bus, id: from.int(), extended: from.u8() === 1, catalog: from.text(), message: from.text() } }
}

function readSignal(from: IndexReader): IndexSignal {
  const head = {
    group: from.int(),
    axis: from.int(),
    name: from.text(),
    unit: from.text(),
    comment: from.text(),
    rawType: from.u8(),
  }
  const flags = from.u8()
  const [a, b] = [from.f64(), from.f64()]
  return {
    ...head,
    conversion: flags & flag.text ? { kind: 'text', textsOffset: a, textsLength: b } : { kind: 'linear', factor: a, offset: b },
    coded: (flags & flag.coded) !== 0,
    rounded: (flags & flag.rounded) !== 0,
    names: from.list(() => [from.f64(), from.text()]),
    minimum: flags & flag.minimum ? from.f64() : undefined,
    maximum: flags & flag.maximum ? from.f64() : undefined,
    invalid: from.int(),
    chunks: readDirectory(from, 'valueChunks'),
    levels: from.list(() => readDirectory(from, 'valueTiles')),
  }
}

function readDirectory(from: IndexReader, kind: DirectoryKind): Directory {
  const width = 2 + directoryKind[kind].length
  const paged = from.u8() === 1
  const count = from.count(width * 8)
  const columns = Float64Array.from({ length: count * width }, () => from.f64())
  return { kind, paged, count, entries: byRow(columns, count, width) }
}
