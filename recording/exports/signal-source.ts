import type { ByteSource } from '../byte-source.ts'
import type { AppliedCatalog } from '../catalogs/catalog.ts'
import { FrameDecoder } from '../decode/decoder.ts'
import { messageFinder } from '../decode/message-finder.ts'
import { Reassembler } from '../decode/transport/reassembler.ts'
import { transportedBy } from '../decode/transport/transported.ts'
import type { Format } from '../formats/format.ts'
import type { FrameStream } from '../frames.ts'
import type { SampleBlock, SignalGroup, SignalStream } from '../signals.ts'

/**
 * All signals of a recording: those that the catalogs make of its frames (long messages put together), then those that it
 * holds itself; null when there can be none. Throws as `Format.readFrames` does.
 */
export async function signalsOf(
  format: Format,
  source: ByteSource,
  catalogs: readonly AppliedCatalog[],
): Promise<SignalStream | null> {
  const held = await format.readSignals?.(source)
  if (catalogs.length === 0) return held ?? null
  const decoded = decodedSignals(await format.readFrames(source, { order: 'time', reuse: true }), catalogs)
  return held ? joined(decoded, held) : decoded
}

function decodedSignals(stream: FrameStream, catalogs: readonly AppliedCatalog[]): SignalStream {
  const { origin, buses } = stream
  const decoder = new FrameDecoder(catalogs, buses)
  const reassembler = new Reassembler(buses, transportedBy(messageFinder(catalogs)))
  async function* blocks(): AsyncGenerator<SampleBlock> {
    for await (const block of stream.blocks) {
      yield* decoder.decode(block)
      const whole = reassembler.add(block)
      if (whole !== null) yield* decoder.decode(whole)
    }
  }
  return { origin, buses, groups: decoder.groups, blocks: blocks() }
}

/** The blocks of two streams of one recording, one after the other. */
function joined(first: SignalStream, second: SignalStream): SignalStream {
  const groups: SignalGroup[] = []
  return { origin: first.origin, buses: first.buses, groups, blocks: joinedBlocks([first, second], groups) }
}

async function* joinedBlocks(streams: readonly SignalStream[], groups: SignalGroup[]): AsyncGenerator<SampleBlock> {
  for (const stream of streams) {
    const before = groups.length
    for await (const block of stream.blocks) {
      for (const group of stream.groups.slice(groups.length - before)) groups.push(group)
      yield before === 0 ? block : { ...block, group: before + block.group }
    }
  }
}
