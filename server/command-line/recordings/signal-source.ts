import type { AppliedCatalog } from '#recording/catalogs/catalog.ts'
import { decodeFrames } from '#recording/decode/decoder.ts'
import type { SampleBlock, SignalGroup, SignalStream } from '#recording/signals.ts'
import { Failure, exit } from '../failure.ts'
import type { OpenedRecording } from './opened-recording.ts'

/**
 * The signals of a recording: those that the catalogs make of its frames, then those that it holds itself.
 * @throws Failure when there can be none
 */
export async function signalsOf(recording: OpenedRecording, catalogs: readonly AppliedCatalog[]): Promise<SignalStream> {
  const { path, format, source } = recording
  const held = await format.readSignals?.(source)
  if (catalogs.length === 0) {
    if (held) return { ...held, blocks: someBlocks(path, held) }
    throw noSignals(path)
  }
  const decoded = decodeFrames(await format.readFrames(source, { order: 'time', reuse: true }), catalogs)
  return held ? joined(decoded, held) : decoded
}

function noSignals(path: string): Failure {
  return new Failure(`${path} holds no signals: name a catalog with --dbc to decode its frames.`, exit.usage)
}

/** A format that may hold signals need not do so. */
async function* someBlocks(path: string, stream: SignalStream): AsyncGenerator<SampleBlock> {
  yield* stream.blocks
  if (stream.groups.length === 0) throw noSignals(path)
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
      while (groups.length - before <= block.group) {
        const next = stream.groups[groups.length - before]
        if (!next) break
        groups.push(next)
      }
      yield before === 0 ? block : { ...block, group: before + block.group }
    }
  }
}
