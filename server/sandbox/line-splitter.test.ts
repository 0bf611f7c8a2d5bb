import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader } from './box-frames.ts'
import { LineSplitter, maxLineLength } from './line-splitter.ts'

function lines(bytes: Buffer, cuts: readonly number[]): string[] {
  const splitter = new LineSplitter()
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  const all = edges.slice(1).flatMap((end, index) => [...splitter.add(bytes.subarray(edges[index], end))])
  return [...all, ...splitter.end()]
}

test('lines are the same however their bytes arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 30 }), fc.array(fc.nat(1_000)), (given, cuts) => {
      const bytes = Buffer.from(given.join('\n'))
      expect(lines(bytes, cuts)).toEqual(lines(bytes, []))
    }),
  )
})

test('what a line overwrites itself with, and what is far too long', () => {
  expect(lines(Buffer.from('10%\r20%\r\nnext\r\n'), [4])).toEqual(['20%', 'next'])
  expect(lines(Buffer.from(`${'x'.repeat(40_000)}\nshort\nhalf`), [17_000, 30_000])).toEqual([
    `${'x'.repeat(maxLineLength)} ...`,
    'short',
    'half',
  ])
})

test('frames are the same however their bytes arrive, and one that is too long ends it', () => {
  const frame = (kind: string, text: string): Buffer => {
    const head = Buffer.alloc(5)
    head.write(kind)
    head.writeUInt32BE(text.length, 1)
    return Buffer.concat([head, Buffer.from(text)])
  }
  const bytes = Buffer.concat([frame('R', ''), frame('O', 'hello'), frame('Q', '')])
  const reader = new FrameReader()
  const found = [...bytes].flatMap((byte) => [...reader.read(Buffer.from([byte]))])
  expect(found.map(({ kind, bytes: content }) => `${kind}${content.toString()}`)).toEqual(['R', 'Ohello', 'Q'])
  expect(() => [...new FrameReader().read(Buffer.from([0x4f, 0xff, 0, 0, 0]))]).toThrow('4278190080 bytes')
})
