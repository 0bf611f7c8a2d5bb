import { open } from 'node:fs/promises'
import { identity, type SampleBlock } from '#recording/signals.ts'
import { openSignalStore, type SignalStore } from '#recording/signal-store/store.ts'
import { SignalStoreWriter } from '#recording/signal-store/writer.ts'

const rows = 16_384
const stepNs = 1_000_000

/** Writes one float64 signal of `count` samples, 1 ms apart, to a file; gives seconds and bytes. */
export async function writeStore(path: string, count: number): Promise<{ seconds: number; bytes: number }> {
  const file = await open(path, 'w')
  let bytes = 0
  const writer = new SignalStoreWriter({
    write: async (piece) => {
      await file.write(piece)
      bytes += piece.length
    },
  })
  const groups = [{ name: 'group', from: null, signals: [{ name: 'signal', unit: '', conversion: identity }] }]
  const wave = Float64Array.from({ length: rows * 16 }, (_, i) => Math.sin(i / 977) * 100 + (i % 7))
  const start = performance.now()
  writer.begin({ epochMs: 0, nanos: 0 })
  for (let done = 0; done < count; done += rows) {
    const length = Math.min(rows, count - done)
    const timeNs = new Float64Array(length)
    for (let i = 0; i < length; i++) timeNs[i] = (done + i) * stepNs
    const from = ((done / rows) % 16) * rows
    const block: SampleBlock = { group: 0, count: length, timeNs, raw: [wave.subarray(from, from + length)], valid: [null] }
    await writer.add(groups, block)
  }
  await writer.finish()
  const seconds = (performance.now() - start) / 1000
  await file.close()
  return { seconds, bytes }
}

/** Counts what is read of the file. */
export interface Reading {
  overviewMs: number
  overviewBytes: number
  zoomMs: readonly number[]
  zoomBytes: number
}

/** Opens the store and shows it whole, then windows of all widths, each `columns` wide. */
export async function readStore(path: string, columns: number, zooms: number): Promise<Reading> {
  const file = await open(path)
  let bytes = 0
  const source = {
    size: (await file.stat()).size,
    read: async (offset: number, length: number) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
      bytes += bytesRead
      return buffer.subarray(0, bytesRead)
    },
  }
  const start = performance.now()
  const store: SignalStore = await openSignalStore(source)
  const signal = store.signals[0]
  if (!signal) throw new Error('The store is empty')
  await store.tile(signal, store.startNs, store.endNs, columns)
  const overview = { overviewMs: performance.now() - start, overviewBytes: bytes }
  const zoomMs: number[] = []
  bytes = 0
  for (let i = 0; i < zooms; i++) {
    const span = (store.endNs - store.startNs) * 10 ** -((i % 60) / 10)
    const from = store.startNs + ((i * 0.618_034) % 1) * (store.endNs - store.startNs - span)
    const begun = performance.now()
    await store.tile(signal, from, from + span, columns)
    zoomMs.push(performance.now() - begun)
  }
  await file.close()
  return { ...overview, zoomMs: zoomMs.sort((a, b) => a - b), zoomBytes: bytes / zooms }
}
