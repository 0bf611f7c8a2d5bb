import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { textKindOf } from './encoding.ts'
import { RowFile } from './row-file.ts'

const quoting = { quote: 0x22, delimiter: 0x2c }

async function opened(bytes: Uint8Array, quoted = false): Promise<RowFile> {
  const kind = textKindOf(bytes.subarray(0, 4096))
  if (kind === null) throw new Error('This is no text')
  const file = new RowFile(memorySource(bytes), kind, quoted ? quoting : null)
  await file.index(() => {})
  return file
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const textsOf = async (file: RowFile, from = 0, count = Infinity) => (await file.rows(from, count)).map(({ text }) => text)

describe('the rows of a text', () => {
  test('are those between its ends of line, however they are read', async () => {
    const line = fc.stringMatching(/^[a-zäöü ]{0,40}$/)
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 300 }),
        fc.constantFrom('\n', '\r\n'),
        fc.nat(300),
        async (lines, end, from) => {
          const file = await opened(utf8(`${lines.join(end)}${lines.length > 0 ? end : ''}`))
          expect(file.count).toBe(lines.length)
          expect(await textsOf(file, from, 20)).toEqual(lines.slice(from, from + 20))
          const batches: string[] = []
          for await (const { rows } of file.batches(Math.min(from, lines.length))) batches.push(...rows)
          expect(batches).toEqual(lines.slice(from))
        },
      ),
      { numRuns: 50 },
    )
  })

  test('the last one needs no end, and lonely returns end lines where there is nothing else', async () => {
    expect(await textsOf(await opened(utf8('a\nb')))).toEqual(['a', 'b'])
    expect(await textsOf(await opened(utf8('a\rb\r')))).toEqual(['a', 'b'])
  })

  test.each([
    ['utf-8', utf8('\ufeffGröße\nzwei\n')],
    ['utf-16le', Uint8Array.from(Buffer.from('\ufeffGröße\nzwei\n', 'utf16le'))],
    ['utf-16be', Uint8Array.from(Buffer.from('\ufeffGröße\nzwei\n', 'utf16le').swap16())],
    ['windows-1252', Uint8Array.from(Buffer.from('Größe\nzwei\n', 'latin1'))],
  ])('are read in %s', async (encoding, bytes) => {
    const file = await opened(bytes)
    expect([file.kind.encoding, await textsOf(file)]).toEqual([encoding, ['Größe', 'zwei']])
  })

  test('far into a large file are found without reading what is before them', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `line ${i} ${'.'.repeat(i % 50)}`)
    const bytes = utf8(lines.join('\n'))
    let read = 0
    const source = {
      size: bytes.length,
      read: async (at: number, length: number) => ((read += length), bytes.subarray(at, at + length)),
    }
    const file = new RowFile(source, { encoding: 'utf-8', markBytes: 0, lineEnd: 10 }, null)
    await file.index(() => {})
    read = 0
    expect(await textsOf(file, 59_990, 100)).toEqual(lines.slice(59_990))
    expect(read).toBeLessThan(300_000)
  })

  test('that are endless are cut, and those after them are found', async () => {
    const file = await opened(utf8(`before\n${'x'.repeat(700_000)}\nafter\n`))
    const rows = await file.rows(0, 10)
    expect(rows.map(({ text, isCut }) => [text.length, isCut])).toEqual([
      [6, false],
      [65_536, true],
      [5, false],
    ])
  })
})

describe('quoted fields', () => {
  test('may hold ends of line', async () => {
    const file = await opened(utf8('a,"b\nb",c\n"1 ""x""\n2",3\nlast\n'), true)
    expect(await textsOf(file)).toEqual(['a,"b\nb",c', '"1 ""x""\n2",3', 'last'])
  })

  test('begin at the beginning of a field only: inches are none', async () => {
    expect(await textsOf(await opened(utf8('rim 17",x\nb\n'), true))).toEqual(['rim 17",x', 'b'])
  })

  test('that never end are read without regard to quotes', async () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => `value ${i}`)
    const file = await opened(utf8(`"lost\n${rows.join('\n')}\n`), true)
    expect(file.count).toBe(200_001)
  })
})

test('what has zero bytes or control characters is no text', () => {
  expect(textKindOf(Uint8Array.of(65, 0, 66))).toBeNull()
  expect(textKindOf(Uint8Array.from({ length: 100 }, (_, i) => i % 9))).toBeNull()
  expect(textKindOf(new Uint8Array(0))?.encoding).toBe('utf-8')
})
