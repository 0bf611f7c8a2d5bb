import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Signal } from '../catalogs/catalog.ts'
import type { SampleBlock } from '../signals.ts'
import { FrameDecoder } from './decoder.ts'
import { generatedLoops } from './generated-loops.ts'
import { interpretedLoops } from './interpreted-loops.ts'
import { physicalOf } from './physical.ts'
import { buses, catalog, frames, message, plain, signal } from './testing/small-catalog.ts'

/** The raw value as BigInt arithmetic has it, straight from the definition of the bits. */
function expectedRaw(of: Signal, data: readonly number[]): number | null {
  let raw = 0n
  let [position, last] = [of.startBit, of.startBit >> 3]
  const bits: number[] = []
  for (let i = 0; i < of.bitCount; i++) {
    bits.push(position)
    last = Math.max(last, position >> 3)
    position = of.byteOrder === 'little' ? position + 1 : position % 8 === 0 ? position + 15 : position - 1
  }
  if (last >= data.length) return null
  for (const bit of of.byteOrder === 'little' ? bits.toReversed() : bits)
    raw = raw * 2n + BigInt(((data[bit >> 3] ?? 0) >> (bit & 7)) & 1)
  if (!of.float) return Number(of.signed ? BigInt.asIntN(of.bitCount, raw) : raw)
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, raw)
  return of.bitCount === 64 ? view.getFloat64(0) : of.bitCount === 32 ? view.getFloat32(4) : half(Number(raw))
}

function half(bits: number): number {
  const view = new DataView(new ArrayBuffer(2))
  view.setUint16(0, bits)
  return view.getFloat16(0)
}

const anySignal = fc
  .record({
    startBit: fc.integer({ min: 0, max: 127 }),
    bitCount: fc.integer({ min: 1, max: 64 }),
    byteOrder: fc.constantFrom('little' as const, 'big' as const),
    signed: fc.boolean(),
    float: fc.boolean(),
  })
  .map(({ float, ...rest }) => ({ ...rest, float, bitCount: float ? ([16, 32, 64][rest.bitCount % 3] ?? 16) : rest.bitCount }))

const anyFrames = fc.oneof(
  fc.array(fc.uint8Array({ maxLength: 26, size: 'max' }), { minLength: 1, maxLength: 20 }),
  // Long enough for every signal.
  fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 20 }),
)

describe('generated and interpreted loops', () => {
  const ways = {
    'message by message': generatedLoops(0) ?? interpretedLoops,
    'signal by signal': generatedLoops(Infinity) ?? interpretedLoops,
    interpreted: interpretedLoops,
  }

  it('are different things here', () => expect(new Set(Object.values(ways)).size).toBe(3))

  it.each(Object.entries(ways))('%s: every value is what the bits say', (_, loops) => {
    fc.assert(
      fc.property(fc.array(anySignal, { minLength: 1, maxLength: 6 }), anyFrames, (shapes, payloads) => {
        const signals = shapes.map((shape, i) => signal(`s${i}`, shape.startBit, shape.bitCount, shape))
        const decoder = new FrameDecoder([{ catalog: catalog(message(1, signals)) }], buses, { loops })
        const [block] = decoder.decode(frames(payloads.map((data) => ({ id: 1, data: [...data] }))))
        signals.forEach((each, column) => {
          const values = Array.from(block?.raw[column] ?? [], (value, row) => (block?.valid[column]?.[row] === 0 ? null : value))
          expect(values).toEqual(payloads.map((data) => expectedRaw(each, [...data])))
        })
      }),
      { numRuns: 300 },
    )
  })

  it.each(Object.entries(ways))('%s: physical values, in blocks of any length, are the raw ones scaled', (_, loops) => {
    const rowsOf = (decoder: FrameDecoder, blocks: readonly SampleBlock[]) =>
      Map.groupBy(blocks, ({ group }) => decoder.groups[group]?.name)
        .entries()
        .map(([name, parts]) => {
          const signals = decoder.groups[parts[0]?.group ?? -1]?.signals ?? []
          const columns = signals.map((described, column) =>
            parts.flatMap(({ raw, valid }) =>
              Array.from(physicalOf(raw[column] ?? new Uint8Array(0), described.conversion), (value, row) =>
                valid[column]?.[row] === 0 ? null : value,
              ),
            ),
          )
          const times = parts.flatMap(({ timeNs }) => [...timeNs])
          return [name, times, columns, parts.reduce((sum, { count }) => sum + count, 0)]
        })
        .toArray()
    const factor = fc.oneof(fc.constantFrom(1, 0.5, -2), fc.double({ noNaN: true, noDefaultInfinity: true }))
    const scales = fc.array(fc.record({ factor, offset: factor }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(anySignal, { minLength: 1, maxLength: 6 }),
        scales,
        fc.array(anyFrames, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        (shapes, scaling, payloads, rowsPerBlock) => {
          const signals = shapes.map((shape, i) => signal(`s${i}`, shape.startBit, shape.bitCount, { ...shape, ...scaling[i] }))
          const of = [{ catalog: catalog(message(1, signals), message(2, signals.slice(0, 2))) }]
          const blocks = payloads.map((each) => frames(each.map((data, i) => ({ id: 1 + (i % 3), data: [...data] }))))
          const plainly = new FrameDecoder(of, buses, { loops })
          const gathering = new FrameDecoder(of, buses, { loops, values: 'physical', rowsPerBlock })
          const gathered = [...blocks.flatMap((block) => gathering.decode(block)), ...gathering.rest()]
          expect(gathering.rest()).toEqual([])
          expect(Math.max(...gathered.map(({ count }) => count))).toBeLessThanOrEqual(rowsPerBlock)
          const expected = rowsOf(
            plainly,
            blocks.flatMap((block) => plainly.decode(block)),
          )
          expect(rowsOf(gathering, gathered).toSorted()).toEqual(expected.toSorted())
        },
      ),
      { numRuns: 200 },
    )
  })

  it('choose the same multiplexed rows', () => {
    fc.assert(
      fc.property(anySignal, fc.nat(300), fc.nat(300), anyFrames, (shape, first, more, payloads) => {
        const signals = [
          signal('by', shape.startBit, shape.bitCount, { ...shape, multiplexer: true }),
          signal('held', 3, 9, { multiplexed: { by: 'by', ranges: [[first, first + more]] } }),
        ]
        const [one, two, three] = Object.values(ways).map((loops) => {
          const decoder = new FrameDecoder([{ catalog: catalog(message(1, signals)) }], buses, { loops })
          return plain(decoder, decoder.decode(frames(payloads.map((data) => ({ id: 1, data: [...data] })))))
        })
        expect(one).toEqual(two)
        expect(one).toEqual(three)
      }),
      { numRuns: 200 },
    )
  })
})
