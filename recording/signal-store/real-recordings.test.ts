import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { MemorySink } from '../byte-sink.ts'
import { detectFormat } from '../formats/registry.ts'
import type { SignalStream } from '../signals.ts'
import { realBytes, realRecordings } from '../testing/real-recordings.ts'
import { writtenSignals } from '../testing/written.ts'
import { buildSignalStore } from './build.ts'
import { openSignalStore } from './store.ts'

/** The samples of each signal of a stream, as the store has to give them. */
async function samplesOf(stream: SignalStream): Promise<Map<string, { times: number[]; raw: number[] }>> {
  const lists = new Map<string, { times: number[]; raw: number[] }>()
  for await (const block of stream.blocks)
    for (const [column, signal] of (stream.groups[block.group]?.signals ?? []).entries()) {
      const key = `${block.group} ${column} ${signal.name}`
      const list = lists.get(key) ?? { times: [], raw: [] }
      lists.set(key, list)
      for (let i = 0; i < block.count; i++)
        if (block.valid[column]?.[i] !== 0 && Number.isFinite(block.timeNs[i])) {
          list.times.push(block.timeNs[i] ?? 0)
          list.raw.push(block.raw[column]?.[i] ?? 0)
        }
    }
  return lists
}

async function expectSame(bytes: Uint8Array): Promise<void> {
  const source = memorySource(bytes)
  const format = await detectFormat(source)
  if (!format?.readSignals) throw new Error('a format without signals')
  const sink = new MemorySink()
  await buildSignalStore(await format.readSignals(source), sink)
  const store = await openSignalStore(memorySource(sink.bytes()))
  const stream = await format.readSignals(source)
  const lists = await samplesOf(stream)
  expect(lists.size).toBeGreaterThan(0)
  const found = new Map<string, { times: number[]; raw: number[] }>()
  for (const signal of store.signals) {
    const group = store.groups.indexOf(signal.group)
    const column = stream.groups[group]?.signals.findIndex(({ name }) => name === signal.name)
    const list: { times: number[]; raw: number[] } = { times: [], raw: [] }
    for await (const chunk of store.chunks(signal)) {
      for (const time of chunk.timeNs) list.times.push(time)
      for (const value of chunk.raw) list.raw.push(value)
    }
    if (lists.has(`${group} ${column} ${signal.name}`)) found.set(`${group} ${column} ${signal.name}`, list)
  }
  expect([...found].sort()).toEqual([...lists].sort())
}

describe('the store of a recording has the samples that its stream gives', () => {
  it('written by us', async () => {
    const seconds = Float64Array.from({ length: 2500 }, (_, i) => i / 100)
    const raw = Int16Array.from({ length: 2500 }, (_, i) => (i * 37) % 1000)
    await expectSame(await writtenSignals([{ name: 'g', seconds, signals: [{ name: 's', unit: 'V', raw }] }]))
  })

  it.each(realRecordings('mf4-signals'))('real: $path', { timeout: 60_000 }, async (recording) => {
    await expectSame(new Uint8Array(realBytes(recording)))
  })
})
