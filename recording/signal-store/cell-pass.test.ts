import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RawValues } from '../signals.ts'
import { scalarPass, wasmPass } from './cell-pass.ts'
import { rawArray } from './layout.ts'

const types = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'f32', 'f64'].map((name, i) => ({ name, code: i + 1 }))

/** Numbers of every kind, also those that hurt; the typed array wraps or rounds them to its own. */
const numbers = fc.oneof(
  fc.integer({ min: -300, max: 300 }),
  fc.double(),
  fc.constantFrom(NaN, Infinity, -Infinity, -0, 0, 127, 128, 255, 32_767, 65_535, 2 ** 31, 2 ** 32 - 1),
)

function columns(code: number, cells: number) {
  return {
    least: rawArray(code, cells + 1),
    greatest: rawArray(code, cells + 1),
    first: rawArray(code, cells + 1),
    last: rawArray(code, cells + 1),
  }
}

/** The definition, as plainly as it can be said. */
function brute(values: RawValues) {
  const cells = []
  for (let at = 0; at < values.length; at += 64) {
    const real = Array.from(values.subarray(at, at + 64)).filter((value) => !Number.isNaN(value))
    cells.push({
      least: real.length ? Math.min(...real) + 0 : NaN,
      greatest: real.length ? Math.max(...real) + 0 : NaN,
      first: real[0] ?? NaN,
      last: real.at(-1) ?? NaN,
    })
  }
  return cells
}

describe.each(types)('cells of $name', ({ code }) => {
  const arrays = fc.array(numbers, { minLength: 1, maxLength: 300 }).map((list) => {
    const values = rawArray(code, list.length)
    values.set(list)
    return values
  })

  it('are the same in WebAssembly, in TypeScript and by definition', () => {
    const wasm = wasmPass()
    expect(wasm?.kind).toBe('wasm')
    fc.assert(
      fc.property(arrays, (values) => {
        const expected = brute(values)
        for (const pass of [scalarPass, wasm ?? scalarPass]) {
          const into = columns(code, expected.length)
          pass.cells(values, values.length, into, 1)
          const found = expected.map((_, i) => ({
            least: into.least[i + 1],
            greatest: into.greatest[i + 1],
            first: into.first[i + 1],
            last: into.last[i + 1],
          }))
          expect(found, pass.kind).toEqual(expected)
        }
      }),
    )
  })

  it('have the same sum to the bit', () => {
    const wasm = wasmPass() ?? scalarPass
    fc.assert(
      fc.property(arrays, (values) => {
        const found = wasm.sum(values, values.length)
        expect(found).toEqual(scalarPass.sum(values, values.length))
        const real = Array.from(values).filter((value) => !Number.isNaN(value))
        expect(found.numbers).toBe(real.length)
        if (code <= 6) expect(found.sum).toBe(real.reduce((sum, value) => sum + value, 0))
      }),
    )
  })
})

it('a full chunk of each type fits', () => {
  for (const { code } of types) {
    const values = rawArray(code, 16_384)
    for (let i = 0; i < values.length; i++) values[i] = i % 100
    const into = columns(code, 256)
    wasmPass()?.cells(values, values.length, into, 0)
    expect([into.least[255], into.greatest[255], into.first[255], into.last[255]]).toEqual([20, 83, 20, 83])
    expect(wasmPass()?.sum(values, values.length)).toEqual({ sum: 163 * 4950 + 83 * 42, numbers: 16_384 })
  }
})
