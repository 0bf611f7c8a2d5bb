import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { addNanoseconds } from '../instant.ts'
import { plainFrames, testBuses, testFrames, testStart, writtenMf4, writtenSignals } from '../testing/written.ts'
import { mf4 } from './mf4.ts'

describe('MF4 bus logging', () => {
  it.each([[false], [true]])('gives back every frame that was written (FD %s)', async (fd) => {
    const blocks = testFrames(20_000, fd)
    const stream = await mf4.readFrames(memorySource(await writtenMf4(blocks)))
    expect(await plainFrames(stream)).toEqual(await plainFrames({ buses: testBuses, blocks }))
    expect(stream.origin).toEqual(testStart)
  })

  it('lists data blocks when one is not enough', async () => {
    const blocks = testFrames(300_000, false)
    const bytes = await writtenMf4(blocks)
    expect(Buffer.from(bytes).indexOf('##DL')).toBeGreaterThan(0)
    const header = await mf4.readHeader(memorySource(bytes))
    expect([header.frameCount, header.problem]).toEqual([300_000, undefined])
  })

  it('reads a file that its logger did not finish', async () => {
    const bytes = Buffer.from(
      await writtenMf4(testFrames(1000, false).map((block) => ({ ...block, flags: block.flags.map((f) => f & ~2) }))),
    )
    bytes.write('UnFinMF ', 0, 'latin1')
    const data = bytes.indexOf('##DT')
    bytes.writeBigUInt64LE(24n, data + 8)
    const cycles = bytes.indexOf('##CG') + 24 + 6 * 8 + 8
    bytes.writeBigUInt64LE(0n, cycles)
    // The data block is last in the file until the logger closes it.
    const header = await mf4.readHeader(memorySource(bytes))
    expect(header).toMatchObject({ finalized: false, frameCount: 1000 })
  })

  it('counts what is whole in a cut file and names the byte', async () => {
    const bytes = await writtenMf4(testFrames(1000, false))
    const data = Buffer.from(bytes).indexOf('##DT')
    const header = await mf4.readHeader(memorySource(bytes.subarray(0, data + 24 + 25 * 500 + 7)))
    expect(header.problem?.kind).toBe('short-read')
    expect(header.problem?.offset).toBeGreaterThan(data)
    expect(header.frameCount).toBe(500)
  })

  it('ends at a chain of groups that comes back to its beginning', async () => {
    const bytes = Buffer.from(await writtenMf4(testFrames(10, false)))
    const group = bytes.indexOf('##DG')
    bytes.writeBigUInt64LE(BigInt(group), group + 24)
    expect((await mf4.readHeader(memorySource(bytes))).problem).toMatchObject({ kind: 'damaged-block', offset: group })
  })

  it('refuses MDF versions that it does not know', async () => {
    const bytes = await writtenMf4([])
    bytes[28] = 0xff
    bytes[29] = 0xff
    await expect(mf4.readHeader(memorySource(bytes))).rejects.toMatchObject({ kind: 'unsupported-feature', offset: 28 })
  })
})

const signals = [
  {
    name: '10 Hz',
    seconds: Float64Array.from({ length: 101 }, (_, i) => i / 10),
    signals: [
      {
        name: 'Speed',
        unit: 'km/h',
        raw: Uint16Array.from({ length: 101 }, (_, i) => i),
        conversion: { kind: 'linear' as const, factor: 0.01, offset: 0 },
      },
      {
        name: 'Gear',
        unit: '',
        raw: Uint8Array.from({ length: 101 }, (_, i) => i % 3),
        conversion: {
          kind: 'names' as const,
          names: new Map([
            [0, 'Neutral'],
            [1, 'First'],
          ]),
        },
      },
    ],
  },
  {
    name: '1 Hz',
    seconds: Float64Array.from([0.5, 1.5]),
    signals: [{ name: 'Latitude', unit: 'deg', raw: Float64Array.from([52.1, 52.2]) }],
  },
]

describe('MF4 signals', () => {
  it('counts signals and samples and takes the span from the time channels', async () => {
    const header = await mf4.readHeader(memorySource(await writtenSignals(signals)))
    expect(header).toMatchObject({
      frameCount: 0,
      signalCount: 3,
      sampleCount: 103,
      start: testStart,
      end: addNanoseconds(testStart, 10e9),
    })
  })

  it.each([[false], [true]])('reads compressed data (transposed %s)', async (transposed) => {
    const bytes = await writtenSignals(signals.slice(0, 1))
    const header = await mf4.readHeader(memorySource(withPackedData(bytes, transposed)))
    expect([header.sampleCount, header.end, header.problem]).toEqual([101, addNanoseconds(testStart, 10e9), undefined])
  })

  it('counts what is whole of signals in a cut file', async () => {
    const bytes = await writtenSignals(signals.slice(0, 1))
    const data = Buffer.from(bytes).indexOf('##DT')
    const header = await mf4.readHeader(memorySource(bytes.subarray(0, data + 24 + 11 * 50 + 4)))
    expect([header.sampleCount, header.end]).toEqual([50, addNanoseconds(testStart, 4.9e9)])
    expect(header.problem).toMatchObject({ kind: 'short-read', offset: data + 24 + 11 * 50 + 4 })
  })

  it('does not read what lies between the ends of a group of signals', async () => {
    const seconds = Float64Array.from({ length: 1_000_000 }, (_, i) => i / 1000)
    const bytes = await writtenSignals([
      { name: 'fast', seconds, signals: [{ name: 's', unit: '', raw: new Float64Array(seconds.length) }] },
    ])
    const source = memorySource(bytes)
    let read = 0
    const header = await mf4.readHeader({
      size: source.size,
      read: (offset, length) => ((read += length), source.read(offset, length)),
    })
    expect([header.sampleCount, header.end]).toEqual([1_000_000, addNanoseconds(testStart, 999.999e9)])
    expect(read).toBeLessThan(bytes.length / 10)
  })

  it('names a compressed block that is broken', async () => {
    const packed = withPackedData(await writtenSignals(signals.slice(0, 1)), false)
    const block = packed.lastIndexOf('##DZ')
    packed.fill(0x55, block + 60)
    expect((await mf4.readHeader(memorySource(packed))).problem).toMatchObject({ kind: 'damaged-block', offset: block })
  })
})

/** The file with its one DT block replaced by a DZ block at the end. */
function withPackedData(bytes: Uint8Array, transposed: boolean): Buffer {
  const file = Buffer.from(bytes)
  const at = file.indexOf('##DT')
  const data = file.subarray(at + 24, at + Number(file.readBigUInt64LE(at + 8)))
  const recordBytes = 8 + 2 + 1
  const rows = data.length / recordBytes
  const columns = Buffer.alloc(data.length)
  for (let row = 0; row < rows; row++)
    for (let c = 0; c < recordBytes; c++) columns[c * rows + row] = data[row * recordBytes + c] ?? 0
  const packed = deflateSync(transposed ? columns : data)
  const head = Buffer.alloc(48)
  head.write('##DZ')
  head.writeBigUInt64LE(BigInt(48 + packed.length), 8)
  head.write('DT', 24)
  head[26] = transposed ? 1 : 0
  head.writeUInt32LE(transposed ? recordBytes : 0, 28)
  head.writeBigUInt64LE(BigInt(data.length), 32)
  head.writeBigUInt64LE(BigInt(packed.length), 40)
  file.writeBigUInt64LE(BigInt(file.length), file.indexOf('##DG') + 24 + 2 * 8)
  return Buffer.concat([file, head, packed])
}
