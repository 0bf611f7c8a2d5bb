import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDbc } from '#recording/catalogs/dbc-writer.ts'
import { MemorySink, type ByteSink } from '#recording/byte-sink.ts'
import { ascWriter } from '#recording/formats/asc.ts'
import { blfWriter } from '#recording/formats/blf.ts'
import { Mf4CanWriter } from '#recording/formats/mf4/can-writer.ts'
import { VsbWriter } from '#recording/formats/vsb/writer.ts'
import { FrameBlockBuilder, frameFlag, type Bus, type FrameBlock } from '#recording/frames.ts'
import { benchCatalog } from './bench-catalog.ts'

const origin = { epochMs: Date.UTC(2026, 9, 1, 6), nanos: 0 }
const buses: readonly Bus[] = [{ kind: 'CAN', channel: 1, name: 'CAN 1' }]
/** A new name when what is generated changes: files are made once. */
const edition = 2

/** Frames of the catalog's messages in a fixed, mixed order with fixed, mixed payloads; 50 microseconds apart. */
export function* benchFrames(count: number): Generator<FrameBlock> {
  const builder = new FrameBlockBuilder()
  const data = new Uint8Array(8)
  let state = 1
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  for (let i = 0; i < count; i++) {
    const message = benchCatalog.messages[(next() >>> 16) % benchCatalog.messages.length]
    if (!message) continue
    for (let byte = 0; byte < 8; byte++) data[byte] = next() >>> 24
    builder.add(i * 50_000, 0, message.id, message.extended ? frameFlag.extended : 0, data, 0, 8)
    if (builder.full) yield builder.take()
  }
  if (builder.count > 0) yield builder.take()
}

export type BenchFormat = 'mf4' | 'blf' | 'asc' | 'vsb'

const writers: Readonly<Record<BenchFormat, (sink: ByteSink, blocks: Iterable<FrameBlock>) => Promise<void>>> = {
  async mf4(sink, blocks) {
    const writer = new Mf4CanWriter(sink, buses)
    await writer.begin(origin, 'bench')
    for (const block of blocks) await writer.write(block)
    await writer.finish()
  },
  async vsb(sink, blocks) {
    const writer = new VsbWriter(sink, origin, buses)
    await writer.begin()
    for (const block of blocks) await writer.write(block)
  },
  blf: (sink, blocks) => writeWith(blfWriter, sink, blocks),
  asc: (sink, blocks) => writeWith(ascWriter, sink, blocks),
}

async function writeWith(format: typeof blfWriter, sink: ByteSink, blocks: Iterable<FrameBlock>): Promise<void> {
  const writer = format.open(sink)
  await writer.begin(origin, buses)
  for (const block of blocks) await writer.write(block)
  await writer.finish()
}

/** The file of `count` frames, made when it is not there yet. */
export async function benchFile(folder: string, format: BenchFormat, count: number): Promise<string> {
  const path = join(folder, `decode-${edition}-${count}.${format}`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const sink = new MemorySink()
  await writers[format](sink, benchFrames(count))
  writeFileSync(`${path}.part`, sink.bytes())
  renameSync(`${path}.part`, path)
  return path
}

/** The catalog as a DBC file. */
export function benchDbc(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `decode-${edition}.dbc`)
  writeFileSync(path, writeDbc(benchCatalog))
  return path
}
