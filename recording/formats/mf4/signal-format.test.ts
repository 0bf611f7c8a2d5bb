import { describe, expect, it } from 'vitest'
import { MemorySink } from '../../byte-sink.ts'
import { memorySource } from '../../byte-source.ts'
import { identity, type RawValues, type SampleBlock, type SignalGroup, type SignalStream } from '../../signals.ts'
import { hurt, mutationsPerFormat } from '../../testing/hurt.ts'
import { seenSignals } from '../../testing/read-signals.ts'
import { testStart } from '../../testing/written.ts'
import { mf4 } from '../mf4.ts'
import { mf4Signals } from './signal-format.ts'

function block(group: number, first: number, raw: RawValues[], valid: (Uint8Array | null)[] = raw.map(() => null)): SampleBlock {
  const count = raw[0]?.length ?? 0
  return { group, count, timeNs: Float64Array.from({ length: count }, (_, i) => (first + i) * 1000 + 1), raw, valid }
}

/** A stream whose texts and names grow while its blocks are taken. */
function stream(
  blocks: readonly SampleBlock[],
  groups: readonly SignalGroup[],
  before: (index: number) => void = () => undefined,
): SignalStream {
  async function* taken(): AsyncGenerator<SampleBlock> {
    for (const [index, one] of blocks.entries()) {
      before(index)
      yield one
    }
  }
  return { origin: testStart, buses: [], groups, blocks: taken() }
}

async function written(from: SignalStream): Promise<{ bytes: Uint8Array; left: ReadonlyMap<string, number> }> {
  const sink = new MemorySink()
  const left = await mf4Signals.open(sink).write(from)
  return { bytes: sink.bytes().slice(), left }
}

function group(name: string, signals: SignalGroup['signals']): SignalGroup {
  return { name, from: null, signals }
}

const types = [Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array]

async function mixed(): Promise<Uint8Array> {
  const texts = ['off']
  const names = new Map([[0, 'none']])
  const groups = [
    group('a', [
      { name: 'text', unit: '', conversion: { kind: 'text', texts } },
      {
        name: 'state',
        unit: 'V',
        conversion: { kind: 'linear', factor: 0.5, offset: 1 },
        names,
        minimum: 0,
        maximum: 9,
        comment: 'what',
      },
    ]),
    group('b', [{ name: 'count', unit: '', conversion: identity }]),
  ]
  const blocks = [
    block(0, 0, [Uint16Array.of(0, 0), Uint8Array.of(0, 3)], [null, Uint8Array.of(1, 0)]),
    block(1, 0, [Uint8Array.of(1, 2)]),
    block(0, 2, [Uint16Array.of(1, 2), Uint8Array.of(4, 5)]),
    block(1, 2, [Uint16Array.of(300)]),
    block(1, 3, [Uint16Array.of(301)], [Uint8Array.of(0)]),
  ]
  const grow = (index: number): void => {
    if (index !== 2) return
    texts.push('on', '')
    names.set(5, 'five')
  }
  return (await written(stream(blocks, groups, grow))).bytes
}

describe('decoded signals written as MDF 4', () => {
  it('keeps types, conversions, texts and names that come late, missing values, and groups that come mixed', async () => {
    const bytes = await mixed()
    const seen = await seenSignals(bytes)
    expect(seen.get('text')).toMatchObject({ values: ['off', 'off', 'on', ''], timeNs: [1, 1001, 2001, 3001] })
    expect(seen.get('state')?.values).toEqual(['none', null, 3, 'five'])
    expect(seen.get('state')?.description).toMatchObject({ unit: 'V', comment: 'what', minimum: 0, maximum: 9 })
    expect(seen.get('count')?.values).toEqual([1, 2, 300, null])
    expect(await mf4.readHeader(memorySource(bytes))).toMatchObject({ sampleCount: 8, origin: testStart, finalized: true })
  })

  it.each(types)('keeps %o over many blocks', async (type) => {
    const rows = 50_000
    const values = new type(rows * 4).map((_, i) => i % 100)
    const blocks = [0, 1, 2, 3].map((i) =>
      block(0, i * rows, [values.slice(i * rows, i * rows + rows), new Float64Array(rows).fill(i)]),
    )
    const signals = [
      { name: 's', unit: '', conversion: identity },
      { name: 'f', unit: '', conversion: identity },
    ]
    const { bytes } = await written(stream(blocks, [group('g', signals)]))
    const back = await mf4.readSignals?.(memorySource(bytes))
    let row = 0
    for await (const one of back?.blocks ?? []) {
      expect(one.raw[0]?.constructor).toBe(type)
      expect(one.raw[0]?.every((value, i) => value === (row + i) % 100)).toBe(true)
      row += one.count
    }
    expect(row).toBe(rows * 4)
  })

  it('keeps more texts than one conversion can have', async () => {
    const texts = Array.from({ length: 65_536 }, (_, i) => `text ${i}`)
    const groups = [group('g', [{ name: 's', unit: '', conversion: { kind: 'text', texts } }])]
    const { bytes } = await written(stream([block(0, 0, [Uint16Array.of(0, 59_999, 60_000, 65_535)])], groups))
    expect((await seenSignals(bytes)).get('s')?.values).toEqual(['text 0', 'text 59999', 'text 60000', 'text 65535'])
  })

  it('says how many signals had no samples', async () => {
    const groups = [group('g', [{ name: 's', unit: '', conversion: identity }])]
    expect((await written(stream([], groups))).left).toEqual(new Map([['signals without samples', 1]]))
  })

  it('holds damaged files', { timeout: 120_000 }, async () => {
    expect(await hurt(await mixed(), mutationsPerFormat)).toEqual([])
  })
})
