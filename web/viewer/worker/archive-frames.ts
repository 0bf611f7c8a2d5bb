import type { ByteSource } from '#recording/byte-source.ts'
import { pagedSource } from '#recording/byte-source.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import type { SignalStore } from '#recording/signal-store/store.ts'
import type { AskAccess } from './archive-store.ts'
import { FrameLog } from './frame-log.ts'
import { FramePages } from './frame-pages.ts'
import type { NameOf } from './frame-pages.ts'
import { rangeSource } from './range-source.ts'

/** The frames of a recording of the archive, read from its file as far as somebody looks. */
export async function openArchiveFrames(
  size: number,
  access: AskAccess,
  store: SignalStore | null,
): Promise<{ log: FrameLog; frames: FramePages }> {
  const source = pagedSource(rangeSource(size, () => access('file')))
  const stream = await framesOf(source)
  const log = new FrameLog(stream.buses, stream.blocks)
  return { log, frames: new FramePages(log, namesOf(store)) }
}

async function framesOf(source: ByteSource) {
  const format = await detectFormat(source)
  if (format === null) throw new TypeError('The file is no recording.')
  return await format.readFrames(source, { order: 'time', reuse: true })
}

/** Names by the messages that the signals were decoded from. */
function namesOf(store: SignalStore | null): NameOf {
  const names = new Map<string, string>()
  for (const { from } of store?.groups ?? [])
    if (from !== null) names.set(`${from.bus.kind} ${from.bus.channel} ${from.id} ${from.extended}`, from.message)
  return (bus, id, extended) => names.get(`${bus.kind} ${bus.channel} ${id} ${extended}`) ?? null
}
