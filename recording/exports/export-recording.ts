import type { ByteSink } from '../byte-sink.ts'
import { dataKept, type FrameFormat } from '../formats/format.ts'
import { framesInOrder } from '../formats/time-order.ts'
import type { Bus } from '../frames.ts'
import type { Instant } from '../instant.ts'
import { RecordingError, type RecordingProblem } from '../recording-error.ts'
import type { ExportFormat } from './export-formats.ts'
import { FramePicker, framesOfSignals, type FrameChoice, type TimeWindow } from './frame-choice.ts'
import { decodedStore, hasSignals } from './decoded-store.ts'
import type { ExportSource } from './export-source.ts'
import type { SignalChoice } from './signal-choice.ts'
import { storeTable } from './store-table.ts'
import type { TableFormat } from './table-format.ts'

/** What is wanted of it. */
export interface ExportWish {
  readonly format: ExportFormat
  /** Where the format takes both; else signals when a choice or a rate is given, else what the recording has. */
  readonly content?: 'frames' | 'signals'
  /** Absent: all of it. */
  readonly window?: (origin: Instant) => TimeWindow
  /** Of frames; absent: all. */
  readonly frames?: FrameChoice
  /** Signals of a table, or the frames of the messages that hold them; absent: all. */
  readonly signals?: SignalChoice
  /** Rows of signals a second; null: as recorded. Frames are always as recorded. */
  readonly hertz: number | null
}

/** What was written. */
export interface Exported {
  readonly content: 'frames' | 'signals'
  /** Frames or signals in the file. */
  readonly count: number
  /** What the format could not keep, by reason in a few words. */
  readonly leftOut: ReadonlyMap<string, number>
  /** Where reading the recording stopped early; what was read until then is in the file. */
  readonly problem?: RecordingProblem
}

/** `1 signal`, `300 frames`. */
export function counted(count: number, content: Exported['content']): string {
  return `${count} ${count === 1 ? content.slice(0, -1) : content}`
}

/** There is nothing that could be written; the sentence says why and what can be done. */
export class NothingToExport extends Error {
  override readonly name = 'NothingToExport'
}

const always: TimeWindow = { fromNs: -Infinity, toNs: Infinity }

/**
 * Writes a recording in another format, with bounded memory: frames in order of time, signals through a signal store.
 * @throws NothingToExport when no frame or signal is left to write
 * @throws RecordingError when not even the beginning of the recording can be read
 * @throws RangeError for a rate that is not possible, and what a format cannot hold
 */
export async function exportRecording(from: ExportSource, wish: ExportWish, sink: ByteSink): Promise<Exported> {
  const { frames, signals, name } = wish.format
  const content = await contentOf(from, wish)
  if (content === 'frames') {
    if (frames) return await writeFrames(from, frames, wish, sink)
    throw new NothingToExport(`${name} holds signals, no frames; choose another format`)
  }
  if (signals) return await writeSignals(from, signals, wish, sink)
  throw new NothingToExport(`${name} holds frames, no signals; choose another format`)
}

async function contentOf(from: ExportSource, wish: ExportWish): Promise<'frames' | 'signals'> {
  const { frames, signals, usual } = wish.format
  if (wish.content !== undefined) return wish.content
  if (!signals) return 'frames'
  if (!frames || wish.hertz !== null || wish.signals !== undefined) return 'signals'
  if (usual === 'frames') return (await hasFrames(from)) ? 'frames' : 'signals'
  return (await hasSignals(from)) ? 'signals' : 'frames'
}

async function hasFrames({ format, source }: ExportSource): Promise<boolean> {
  const { blocks } = await format.readFrames(source, { order: 'file', reuse: true })
  for await (const { count } of blocks) if (count > 0) return true
  return false
}

async function writeFrames(from: ExportSource, target: FrameFormat, wish: ExportWish, sink: ByteSink): Promise<Exported> {
  const stream = await framesInOrder(from.format, from.source)
  const choices = [wish.frames, wish.signals && framesOfSignals(from.catalogs, wish.signals)].filter((each) => each !== undefined)
  const picker = new FramePicker(wish.window?.(stream.origin) ?? always, choices, stream.buses)
  const writer = target.open(sink)
  await writer.begin(stream.origin, stream.buses)
  let picked = 0
  const problem = await untilFault(async () => {
    for await (const block of stream.blocks) {
      const wanted = picker.pick(block)
      if (!wanted) continue
      await writer.write(wanted)
      picked += wanted.count
    }
  })
  const leftOut = await writer.finish()
  let count = picked
  for (const [reason, frames] of leftOut) if (!reason.endsWith(dataKept)) count -= frames
  if (count <= 0) throw new NothingToExport(noFrames(picked, target, leftOut, stream.buses, problem))
  return { content: 'frames', count, leftOut, ...(problem && { problem }) }
}

function noFrames(
  picked: number,
  { name }: FrameFormat,
  leftOut: ReadonlyMap<string, number>,
  buses: readonly Bus[],
  problem: RecordingProblem | undefined,
): string {
  if (picked > 0) return `${name} cannot hold ${[...leftOut.keys()].join(' or ')}, and nothing else is there`
  if (problem) return problem.message
  return buses.length === 0 ? 'The recording has no frames' : 'No frame is in the chosen time, of the chosen buses and messages'
}

async function writeSignals(from: ExportSource, target: TableFormat, wish: ExportWish, sink: ByteSink): Promise<Exported> {
  const decoded = from.store === undefined ? await decodedStore(from, wish.window) : { store: from.store }
  if (decoded.store === null) throw new NothingToExport('The recording has no signals; assign a catalog that knows its frames')
  const { store } = decoded
  const table = await storeTable(store)
  const window = wish.window?.(store.origin) ?? always
  const wants: SignalChoice = wish.signals ?? (() => true)
  const within = (group: number): boolean => {
    const span = table.span(group)
    return span !== null && span.lastNs >= window.fromNs && span.firstNs < window.toNs
  }
  const there = table.groups.map(({ signals }, at) => (within(at) ? new Set(signals) : null))
  let count = 0
  table.groups.forEach((group, at) => (count += group.signals.filter((one) => there[at]?.has(one) && wants(one, group)).length))
  if (count === 0)
    throw new NothingToExport(
      wish.signals ? 'The recording has no signal of the chosen names and time' : 'No signal is in the chosen time',
    )
  const leftOut = new Map(await target.write(table, { selection: { ...window, wants }, hertz: wish.hertz }, sink))
  const unsampled = store.signals.filter((signal) => signal.count === 0 && wants(signal, { name: signal.group.name, from: null }))
  if (unsampled.length > 0) leftOut.set('signals without samples', unsampled.length)
  return { content: 'signals', count, leftOut, ...(decoded.problem && { problem: decoded.problem }) }
}

/** What was read before a fault in the file counts. */
async function untilFault(step: () => Promise<void>): Promise<RecordingProblem | undefined> {
  try {
    await step()
    return undefined
  } catch (error) {
    if (error instanceof RecordingError) return error.toProblem()
    throw error
  }
}
