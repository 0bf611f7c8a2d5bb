import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Signal } from '../catalogs/catalog.ts'
import type { SampleBlock } from '../signals.ts'
import { FrameDecoder } from './decoder.ts'
import { scalarPass } from './column-pass-scalar.ts'
import { wasmPass } from './column-pass-wasm.ts'
import { columnPass } from './column-passes.ts'
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

/** By group: times, and the physical values of each column, null where there is none. */
function valuesOf({ groups }: FrameDecoder, blocks: readonly SampleBlock[]) {
  return blocks.map(({ group, timeNs, raw, valid }) => {
    const { name, signals } = groups[group] ?? { name: '', signals: [] }
    const columns = signals.map(({ conversion }, column) =>
      Array.from(physicalOf(raw[column] ?? new Uint8Array(0), conversion), (value, row) =>
        valid[column]?.[row] === 0 ? null : value,
      ),
    )
    return [name, [...timeNs], columns]
  })
}

afterEach(() => vi.unstubAllGlobals())

describe('the passes in WebAssembly and in TypeScript', () => {
  const ways = { wasm: () => wasmPass() ?? scalarPass(), scalar: scalarPass }

  it('are different things here, and the first is taken', () => {
    expect(Object.values(ways).map((way) => way().kind)).toEqual(['wasm', 'scalar'])
    expect(columnPass().kind).toBe('wasm')
  })

  it('the other is taken where WebAssembly is missing', () => {
    vi.stubGlobal('WebAssembly', undefined)
    expect(columnPass().kind).toBe('scalar')
  })

  it.each(Object.entries(ways))('%s: every value is what the bits say', (_, way) => {
    fc.assert(
      fc.property(fc.array(anySignal, { minLength: 1, maxLength: 6 }), anyFrames, (shapes, payloads) => {
        const signals = shapes.map((shape, i) => signal(`s${i}`, shape.startBit, shape.bitCount, shape))
        const decoder = new FrameDecoder([{ catalog: catalog(message(1, signals)) }], buses, { pass: way() })
        const [block] = decoder.decode(frames(payloads.map((data) => ({ id: 1, data: [...data] }))))
        signals.forEach((each, column) => {
          const values = Array.from(block?.raw[column] ?? [], (value, row) => (block?.valid[column]?.[row] === 0 ? null : value))
          expect(values).toEqual(payloads.map((data) => expectedRaw(each, [...data])))
        })
      }),
      { numRuns: 300 },
    )
  })

  it.each(Object.entries(ways))('%s: physical values are the raw ones scaled', (_, way) => {
    const factor = fc.oneof(fc.constantFrom(1, 0.5, -2), fc.double({ noNaN: true, noDefaultInfinity: true }))
    const scales = fc.array(fc.record({ factor, offset: factor }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(anySignal, { minLength: 1, maxLength: 6 }),
        scales,
        fc.array(anyFrames, { minLength: 1, maxLength: 4 }),
        (shapes, scaling, payloads) => {
          const signals = shapes.map((shape, i) => signal(`s${i}`, shape.startBit, shape.bitCount, { ...shape, ...scaling[i] }))
          const of = [{ catalog: catalog(message(1, signals), message(2, signals.slice(0, 2))) }]
          const raw = new FrameDecoder(of, buses, { pass: way() })
          const physical = new FrameDecoder(of, buses, { pass: way(), values: 'physical' })
          for (const each of payloads) {
            const block = frames(each.map((data, i) => ({ id: 1 + (i % 3), data: [...data] })))
            expect(valuesOf(physical, physical.decode(block))).toEqual(valuesOf(raw, raw.decode(block)))
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('give the same for blocks that need more memory, rows in more than one go, and long payloads', () => {
    const shape = anySignal.chain((each) => fc.integer({ min: 0, max: 700 }).map((startBit) => ({ ...each, startBit })))
    const lengths = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 1, maxLength: 40 }),
        lengths,
        fc.integer({ min: 1, max: 9000 }),
        fc.constantFrom('raw' as const, 'physical' as const),
        (shapes, long, count, values) => {
          const signals = shapes.map((each, i) =>
            signal(`s${i}`, each.startBit, each.bitCount, { ...each, factor: 0.1 + i, offset: i }),
          )
          const of = [{ catalog: catalog(message(1, signals), message(2, signals.slice(-1))) }]
          const list = Array.from({ length: count }, (_, i) => ({
            id: 1 + (i % 3),
            data: Array.from({ length: long[i % long.length] ?? 0 }, (__, k) => (i * 37 + k * 101 + (i >> 3)) & 255),
          }))
          const [one, two] = Object.values(ways).map((way) => {
            const decoder = new FrameDecoder(of, buses, { pass: way(), values })
            // Again, with memory that was used before.
            return [decoder.decode(frames(list)), decoder.decode(frames(list.slice(0, 7)))]
          })
          expect(one).toEqual(two)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('choose the same multiplexed rows', () => {
    fc.assert(
      fc.property(anySignal, fc.nat(300), fc.nat(300), anyFrames, (shape, first, more, payloads) => {
        const signals = [
          signal('by', shape.startBit, shape.bitCount, { ...shape, multiplexer: true }),
          signal('held', 3, 9, { multiplexed: { by: 'by', ranges: [[first, first + more]] } }),
        ]
        const [one, two] = Object.values(ways).map((way) => {
          const decoder = new FrameDecoder([{ catalog: catalog(message(1, signals)) }], buses, { pass: way() })
          return plain(decoder, decoder.decode(frames(payloads.map((data) => ({ id: 1, data: [...data] })))))
        })
        expect(one).toEqual(two)
      }),
      { numRuns: 200 },
    )
  })
})
