import { describe, expect, it } from 'vitest'
import type { FeedChunk } from '../../byte-feed.ts'
import { LineReader } from './line-reader.ts'
import { latin1 } from './tokens.ts'

async function* inChunks(text: string, size: number): AsyncGenerator<FeedChunk> {
  const bytes = new TextEncoder().encode(text)
  for (let offset = 0; offset < bytes.length; offset += size)
    yield { bytes: bytes.slice(offset, offset + size), offset, exact: true }
}

async function linesOf(text: string, size: number): Promise<[offset: number, line: string, ended: boolean][]> {
  const lines = new LineReader(inChunks(text, size))
  const found: [number, string, boolean][] = []
  while (lines.next() || (await lines.more()))
    found.push([lines.offset, latin1(lines.bytes, lines.start, lines.end), lines.ended])
  return found
}

describe('LineReader', () => {
  it.each([1, 2, 3, 5, 100])('gives lines with their offsets when chunks have %i bytes', async (size) => {
    expect(await linesOf('one\r\ntwo\n\n\r\nfive', size)).toEqual([
      [0, 'one', true],
      [5, 'two', true],
      [9, '', true],
      [10, '', true],
      [12, 'five', false],
    ])
  })

  it('gives nothing for an empty text, and no line after the last line end', async () => {
    expect(await linesOf('', 4)).toEqual([])
    expect(await linesOf('a\n', 4)).toEqual([[0, 'a', true]])
  })

  it('goes back to the line at hand, also to a last one without its end', async () => {
    const lines = new LineReader(inChunks('a\nb', 1))
    expect(lines.next() || (await lines.more())).toBe(true)
    lines.back()
    expect([lines.next() || (await lines.more()), lines.offset]).toEqual([true, 0])
    expect([lines.next() || (await lines.more()), lines.offset]).toEqual([true, 2])
    lines.back()
    expect([lines.next() || (await lines.more()), lines.offset, lines.ended]).toEqual([true, 2, false])
    expect(lines.next() || (await lines.more())).toBe(false)
  })

  it('refuses a line that does not end within 64 KiB', async () => {
    await expect(linesOf(`short\n${'x'.repeat(200_000)}`, 10_000)).rejects.toMatchObject({ kind: 'damaged-block', offset: 6 })
  })
})
