import { blobSource } from '#recording/byte-source.ts'
import type { ByteSource } from '#recording/byte-source.ts'
import { messageFinder } from '#recording/decode/message-finder.ts'
import { obdCatalog } from '#recording/diagnostics/obd-catalog.ts'
import type { Format } from '#recording/formats/format.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import type { FrameBlock } from '#recording/frames.ts'
import { readRecording } from '#recording/reading/recording-pass.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import type { OpenedFile } from '../protocol.ts'
import { BlobOutput } from './blob-output.ts'
import { parseCatalog, presentCatalog } from './brought-catalogs.ts'
import { FrameLog } from './frame-log.ts'
import { FramePages } from './frame-pages.ts'
import type { NameOf } from './frame-pages.ts'
import type { OpenRecording } from './open-recording.ts'
import { viewedSignals } from './open-recording.ts'
import { watchedSource } from './watched-source.ts'

/**
 * Reads a file of this computer through once: facts, identifiers, frames, and its signals by the catalogs brought along.
 * Nothing of it leaves the browser.
 * @throws RecordingError when not even its beginning can be read
 */
export async function openLocalFile(
  file: File,
  catalogFiles: readonly File[],
  report: (done: number) => void,
): Promise<{ opened: OpenedFile; open: OpenRecording }> {
  const parsed = await Promise.all(catalogFiles.map(parseCatalog))
  const catalogs = parsed.flatMap(({ catalog }) => (catalog === null ? [] : [{ catalog }]))
  const source = watchedSource(blobSource(file), report)
  const format = await detectFormat(source)
  if (format === null)
    throw new TypeError(`${file.name} is no recording that is known here; drop a VSB, MF4, BLF, ASC, TRC, PCAP or other log.`)
  const output = new BlobOutput()
  const logged = loggedFormat(format)
  const recording = await readRecording(logged.format, source, { catalogsAt: async () => catalogs, output })
  const store = recording.store.state === 'ready' ? await openSignalStore(blobSource(output.blob())) : null

  const finder = messageFinder([...catalogs, { catalog: obdCatalog }])
  const nameOf: NameOf = (bus, id, extended) => finder(bus.kind, bus.channel, id, extended)?.message.name ?? null
  const nameOfId = ({ kind, channel, id, extended }: (typeof recording.ids)[number]) =>
    finder(kind, channel, id, extended)?.message.name
  return {
    opened: {
      fileName: file.name,
      size: file.size,
      recording,
      signals: viewedSignals(store),
      catalogs: parsed.map((one) => presentCatalog(one, recording.ids)),
      unknownIds: recording.ids.filter((id) => nameOfId(id) === undefined),
      messageNames: recording.ids.flatMap((seen) => {
        const { kind, channel, id, extended } = seen
        const name = nameOfId(seen)
        return name === undefined ? [] : [{ kind, channel, id, extended, name }]
      }),
    },
    open: { store, frames: new FramePages(logged.log(), nameOf), log: logged.log() },
  }
}

/** The format, with a log of all frames that are read through it. */
function loggedFormat(format: Format): { format: Format; log: () => FrameLog } {
  let log = new FrameLog([])
  return {
    log: () => log,
    format: {
      ...format,
      async readFrames(source: ByteSource, order) {
        const stream = await format.readFrames(source, order)
        log = new FrameLog(stream.buses)
        return { ...stream, blocks: logging(stream.blocks, log) }
      },
    },
  }
}

async function* logging(blocks: AsyncIterable<FrameBlock>, log: FrameLog): AsyncGenerator<FrameBlock> {
  for await (const block of blocks) {
    log.add(block)
    yield block
  }
}
