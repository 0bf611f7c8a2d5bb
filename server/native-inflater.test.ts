import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inflate, inflateHere, setInflater } from '#recording/inflate.ts'
import { preferNativeInflater } from './native-inflater.ts'

beforeAll(() => void preferNativeInflater())
afterAll(() => setInflater(inflateHere))

const plain = Uint8Array.from({ length: 10_000 }, (_, i) => (i * i) >> 7)
const packed = new Uint8Array(deflateSync(plain))

function compare(bytes: Uint8Array, room: number): void {
  const [here, there] = [new Uint8Array(room), new Uint8Array(room)]
  const expected = inflateHere(bytes, here)
  expect(inflate(bytes, there)).toEqual(expected)
  expect(there.subarray(0, expected.written)).toEqual(here.subarray(0, expected.written))
}

it('finds in this Node what Node does not document', () => {
  expect(preferNativeInflater()).toBe(true)
})

it.each([
  ['all of it', packed, 10_000],
  ['room to spare', packed, 20_000],
  ['too little room', packed, 500],
  ['no room', packed, 0],
  ['cut data', packed.subarray(0, packed.length / 2), 10_000],
  ['broken data', packed.map((byte, i) => (i === 40 ? byte ^ 0xff : byte)), 10_000],
  ['another checksum', packed.map((byte, i) => (i === packed.length - 1 ? byte ^ 1 : byte)), 10_000],
  ['nothing', new Uint8Array(deflateSync(new Uint8Array(0))), 0],
])('gives what the own inflater gives: %s', (_what, bytes, room) => compare(bytes, room))

it('gives what the own inflater gives of data cut in their last bytes, in room that is just enough or too little', () => {
  for (let missing = 0; missing < 20; missing++)
    for (const room of [plain.length, plain.length - 1]) compare(packed.subarray(0, packed.length - missing), room)
})

it('ends with the data, whatever follows them', () => {
  compare(new Uint8Array(Buffer.concat([packed, Buffer.alloc(20, 7)])), plain.length)
})
