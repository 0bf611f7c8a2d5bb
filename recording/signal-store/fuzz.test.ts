import { expect, it } from 'vitest'
import { memorySource, type ByteSource } from '../byte-source.ts'
import { MemorySink } from '../byte-sink.ts'
import { hurt, mutationsPerFormat } from '../testing/hurt.ts'
import { BlockWriter } from './block-writer.ts'
import { crc32 } from './crc32.ts'
import { writeIndex } from './index-form.ts'
import { appendPlainIndex, readStoreEnd } from './store-end.ts'
import { openSignalStore } from './store.ts'
import { write, type RandomRecording } from './testing/random-recording.ts'
import { storeBytes } from './testing/written-store.ts'

const recording: RandomRecording = {
  seed: 7,
  groups: [
    {
      rows: 3000,
      times: 'gaps',
      signals: [
        { type: 8, factor: 1, kind: 'number', validity: 'always', values: 'wild' },
        { type: 3, factor: -2, kind: 'number', validity: 'later', values: 'slow' },
        { type: 2, factor: 1, kind: 'enumeration', validity: 'always', values: 'slow' },
        { type: 4, factor: 1, kind: 'text', validity: 'sometimes', values: 'slow' },
      ],
    },
    { rows: 40, times: 'set back', signals: [{ type: 7, factor: 1, kind: 'number', validity: 'always', values: 'constant' }] },
  ],
}

const timeout = 120_000 + mutationsPerFormat * 50

/** Opens a store and asks for everything. */
async function readAll(source: ByteSource): Promise<undefined> {
  const store = await openSignalStore(source)
  for (const signal of store.signals) {
    await store.texts(signal)
    const middle = (store.startNs + store.endNs) / 2
    for (const columns of [1, 300]) await store.tile(signal, -Infinity, Infinity, columns)
    await store.tile(signal, middle, store.endNs, 10)
    await store.samples(signal, store.startNs, middle)
    await store.statistics(signal, store.startNs, middle)
    await store.valueAt(signal, middle)
  }
}

it('a damaged store is refused or read, never more', { timeout }, async () => {
  expect(await hurt(await storeBytes(write(recording), { budgetBytes: 40_000 }), mutationsPerFormat, readAll)).toEqual([])
})

/** Makes all checksums right again, so that what they guard is read: every block in turn, as far as lengths lead. */
function forgiven(bytes: Uint8Array): Uint8Array {
  const fixed = bytes.slice()
  const view = new DataView(fixed.buffer)
  for (let at = 16; at + 16 <= fixed.length - 40;) {
    const length = view.getUint32(at + 8, true)
    if ((fixed[at] ?? 0) > 6 || fixed[at] === 0 || at + 16 + length > fixed.length) break
    view.setUint32(at + 12, crc32(fixed.subarray(at + 16, at + 16 + length), crc32(fixed.subarray(at, at + 12))), true)
    at += 16 + Math.ceil(length / 8) * 8
  }
  return fixed
}

it('a store that is wrong under right checksums is refused or read, never more', { timeout }, async () => {
  const original = await storeBytes(write(recording), { budgetBytes: 40_000 })
  const read = async (source: ByteSource) => {
    const bytes = forgiven(await source.read(0, source.size))
    return readAll({ size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) })
  }
  expect(await hurt(original, mutationsPerFormat, read)).toEqual([])
})

it('a store whose index is wrong under right checksums is refused or read, never more', { timeout }, async () => {
  const original = await storeBytes(write(recording), { budgetBytes: 40_000 })
  const { index, blocksEnd } = await readStoreEnd(memorySource(original))
  const read = async (source: ByteSource) => {
    const sink = new MemorySink()
    const out = new BlockWriter(sink)
    out.append(original.slice(0, blocksEnd))
    await appendPlainIndex(out, new Uint8Array(await source.read(0, source.size)))
    await out.drain(true)
    return readAll(memorySource(sink.bytes()))
  }
  expect(await hurt(writeIndex(index), mutationsPerFormat, read)).toEqual([])
})
