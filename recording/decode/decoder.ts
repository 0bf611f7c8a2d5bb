import type { AppliedCatalog, Message } from '../catalogs/catalog.ts'
import { frameFlag, type Bus, type FrameBlock, type FrameStream } from '../frames.ts'
import type { SampleBlock, SignalGroup, SignalStream } from '../signals.ts'
import { addressText } from './address.ts'
import type { ValueKind } from './described-signal.ts'
import type { ColumnPass } from './column-pass.ts'
import { columnPass } from './column-passes.ts'
import { messageFinder, type MessageFinder } from './message-finder.ts'
import { PayloadArea } from './payload-area.ts'
import { Programs } from './program.ts'
import { RowSorter } from './row-sorter.ts'
import { SampleArea } from './sample-area.ts'
import { Scratch } from './scratch.ts'
import { comesInParts } from './transport/transported.ts'
import { Unit, type Output } from './unit.ts'

export interface DecodeOptions {
  /** `physical`: columns hold what people read, which is faster than converting afterwards. Usually `raw`. */
  values?: ValueKind
  /** A new one: it works in memory of its own. Usually the fastest there is. */
  pass?: ColumnPass
}

/**
 * Turns blocks of frames into blocks of raw samples: rows are grouped by message with a counting sort, then one loop per
 * signal makes its column. A message has a group for each condition under which its signals are there; a message
 * matched by J1939 parameter group has groups for each sender (and receiver). Remote and error frames carry no signals; a message of more than 8
 * bytes that is not of CAN FD is decoded from rows of the flag `reassembled` alone (transport/reassembler.ts).
 */
export class FrameDecoder {
  /** Grows while frames are decoded; a group is there when its first sample is. */
  readonly groups: readonly SignalGroup[]
  readonly #groups: SignalGroup[] = []
  readonly #buses: readonly Bus[]
  readonly #find: MessageFinder
  readonly #programs: Programs
  readonly #sorter: RowSorter
  readonly #units: Unit[] = []
  readonly #unitNumbers = new Map<string, number>()
  readonly #output: Output

  /** `buses` may grow while frames are decoded. */
  constructor(catalogs: readonly AppliedCatalog[], buses: readonly Bus[], options: DecodeOptions = {}) {
    const { values = 'raw', pass = columnPass() } = options
    this.groups = this.#groups
    this.#buses = buses
    this.#find = messageFinder(catalogs)
    const { memory } = pass
    this.#programs = new Programs(values, memory)
    this.#output = {
      groups: this.#groups,
      samples: new SampleArea(memory),
      pass,
      payloads: new PayloadArea(memory),
      scratch: new Scratch(memory),
    }
    this.#sorter = new RowSorter(pass, (bus, id, flags) => this.#unitNumber(bus, id, flags))
  }

  /** The samples of `block`, groups in the order in which they were first seen. Columns are views of few shared buffers. */
  decode(block: FrameBlock): SampleBlock[] {
    const { samples } = this.#output
    const blocks: SampleBlock[] = []
    this.#sorter.sort(block)
    samples.begin(blocks)
    this.#units.forEach((unit, i) => unit.decode(this.#sorter.rowsOf(i + 1, block), this.#output))
    samples.end()
    return blocks
  }

  #unitNumber(busIndex: number, id: number, flags: number): number {
    const bus = this.#buses[busIndex]
    const extended = (flags & frameFlag.extended) !== 0
    const found = bus && this.#find(bus.kind, bus.channel, id, extended)
    if (!found || !holds(found.message, flags)) return 0
    const { catalog, message } = found
    const name = message.j1939 ? `${message.name} ${addressText(id)}` : message.name
    // A sender's priority may change; it stays one group.
    const key = `${busIndex}/${message.j1939 ? name : `${id}${extended ? 'x' : ''}`}/${catalog.name}`
    const known = this.#unitNumbers.get(key)
    if (known !== undefined) return known
    const from = { bus: busIndex, id, extended, catalog: catalog.name, message: message.name }
    const number = this.#units.push(new Unit(this.#programs.of(message), name, from))
    this.#unitNumbers.set(key, number)
    return number
  }
}

/** A frame that is a part of a long message is not the message; a message put together is not one that fits a frame. */
function holds(message: Message, flags: number): boolean {
  if (flags & frameFlag.reassembled) return comesInParts(message)
  return (flags & frameFlag.fd) !== 0 || !comesInParts(message)
}

/** The signals of a recording's frames, block by block as the frames come. */
export function decodeFrames(
  stream: FrameStream,
  catalogs: readonly AppliedCatalog[],
  options: DecodeOptions = {},
): SignalStream {
  const decoder = new FrameDecoder(catalogs, stream.buses, options)
  return { origin: stream.origin, buses: stream.buses, groups: decoder.groups, blocks: decodeBlocks(stream, decoder) }
}

async function* decodeBlocks(stream: FrameStream, decoder: FrameDecoder): AsyncGenerator<SampleBlock> {
  for await (const block of stream.blocks) yield* decoder.decode(block)
}
