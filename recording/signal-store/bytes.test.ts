import { inflateRawSync } from 'node:zlib'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { identity, type SampleBlock, type SignalGroup } from '../signals.ts'
import { storeBytes } from './testing/written-store.ts'

/** Reads fields one after the other, as docs/reference/signal-store.md lists them; knows nothing of our code. */
class Fields {
  at = 0
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  u8 = (): number => this.#view.getUint8(this.at++)
  u32 = (): number => this.#view.getUint32((this.at += 4) - 4, true)
  f64 = (): number => this.#view.getFloat64((this.at += 8) - 8, true)
  text = (length = this.int()): string => new TextDecoder().decode(this.#bytes.subarray((this.at += length) - length, this.at))
  left = (): number => this.#bytes.length - this.at
  int = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.u8()
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
}

const groups: SignalGroup[] = [
  {
    name: 'Engine',
    from: { bus: 0, id: 0x18fe, extended: true, catalog: 'truck.dbc', message: 'EEC1' },
    signals: [
      { name: 'Speed', unit: 'rpm', conversion: { kind: 'linear', factor: -0.5, offset: 10 }, comment: 'c', minimum: 0 },
      { name: 'Constant', unit: '', conversion: identity, names: new Map([[7, 'seven']]) },
    ],
  },
]
const block: SampleBlock = {
  group: 0,
  count: 3,
  timeNs: Float64Array.of(1e9, 3e9, 4e9),
  raw: [Int16Array.of(-5, 300, 2), Float32Array.of(7, 7, 7)],
  valid: [null, null],
}

describe('the bytes of a store', () => {
  it('are what the reference says', async () => {
    const bytes = await storeBytes({ groups, blocks: [block] })
    const file = new Fields(bytes)
    expect([file.text(8), file.u32(), file.u32()]).toEqual(['LHSIGNAL', 1, 0])

    const head = (kind: number, encoding: number, type: number, count: number, length: number) => {
      const start = file.at
      expect([file.u8(), file.u8(), file.u8(), file.u8(), file.u32(), file.u32()]).toEqual([
        kind,
        encoding,
        type,
        0,
        count,
        length,
      ])
      const sum = crc32(bytes.subarray(start + 16, start + 16 + length), crc32(bytes.subarray(start, start + 12)))
      expect(file.u32()).toBe(sum)
    }
    // Times 1, 3, 4 s as places 0, 2, 3 of a unit of 1 s; the limit of gaps is 10 times the lower of two steps.
    head(1, 1, 0, 3, 44)
    expect([file.f64(), file.f64(), file.f64(), file.f64()]).toEqual([10e9, NaN, 1e9, 1e9])
    expect([file.u32(), file.u32(), file.u32()]).toEqual([0, 2, 3])
    file.at += 4
    head(2, 0, 3, 3, 6)
    expect([file.u8(), file.u8(), file.u8(), file.u8(), file.u8(), file.u8()]).toEqual([251, 255, 44, 1, 2, 0])
    file.at += 2
    head(2, 1, 7, 3, 4)
    expect(file.u32()).toBe(0x40e0_0000)
    file.at += 4

    const indexAt = file.at
    const trailerAt = bytes.length - 40
    file.at = trailerAt
    const [offset, packed, plain, sum] = [file.f64(), file.u32(), file.u32(), file.u32()]
    expect([offset, offset + packed, sum]).toEqual([indexAt, trailerAt, crc32(bytes.subarray(indexAt, trailerAt))])
    expect([file.u32(), file.u32(), file.u32()]).toEqual([1, 0, crc32(bytes.subarray(trailerAt, trailerAt + 28))])
    expect([file.text(8), file.left()]).toEqual(['LHSIGNAL', 0])

    const index = new Fields(inflateRawSync(bytes.subarray(indexAt, trailerAt)))
    expect(index.left()).toBe(plain)
    expect([index.f64(), index.int()]).toEqual([Date.UTC(2026, 9, 1), 123])
    expect([index.int(), index.text(), index.u8()]).toEqual([1, 'Engine', 1])
    expect([index.text(), index.int(), index.text(), index.int(), index.u8()]).toEqual(['CAN', 2, 'MS CAN', 0x18fe, 1])
    expect([index.text(), index.text()]).toEqual(['truck.dbc', 'EEC1'])

    const directory = (...columns: number[]) => {
      expect([index.u8(), index.int()]).toEqual([0, 1])
      expect(columns.map(() => index.f64())).toEqual(columns)
    }
    expect([index.int(), index.u8()]).toEqual([1, 0])
    directory(16, 60, 3, 1e9, 4e9)
    expect([index.int(), index.int()]).toEqual([0, 2])

    expect([index.int(), index.int(), index.text(), index.text(), index.text()]).toEqual([0, 0, 'Speed', 'rpm', 'c'])
    expect([index.u8(), index.u8(), index.f64(), index.f64()]).toEqual([3, 8, -0.5, 10])
    expect([index.int(), index.f64(), index.int()]).toEqual([0, 0, 0])
    directory(80, 22, 3, 297, -5, 300)
    expect(index.int()).toBe(0)

    expect([index.int(), index.int(), index.text(), index.text(), index.text()]).toEqual([0, 0, 'Constant', '', ''])
    expect([index.u8(), index.u8(), index.f64(), index.f64()]).toEqual([7, 2, 1, 0])
    expect([index.int(), index.f64(), index.text(), index.int()]).toEqual([1, 7, 'seven', 0])
    directory(104, 20, 3, 21, 7, 7)
    expect([index.int(), index.left()]).toEqual([0, 0])
  })
})
