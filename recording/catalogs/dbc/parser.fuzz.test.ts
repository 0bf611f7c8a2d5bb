import { describe, expect, it } from 'vitest'
import { mutationsPerFormat } from '../../testing/hurt.ts'
import { realBytes, realRecordings } from '../../testing/real-recordings.ts'
import { CatalogError } from '../catalog-error.ts'
import { catalogFromForm, catalogToForm } from '../form.ts'
import { writeDbc } from '../dbc-writer.ts'
import { demoCatalog } from '../demo.ts'
import { parseDbc } from './parser.ts'

/** Small generator of repeatable numbers, whole and below `limit`. */
function numbers(seed: number): (limit: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const hurtful = ['"', '\\"', ';', '\n', ':', '|', '@', ' - ', ',', '(', 'BO_ ', 'SG_ ', 'CM_ ', 'BA_ "x" ', 'VAL_ ', 'NS_ :']
const values = [
  '4294967295',
  '4294967296',
  '-1',
  '1e308',
  '1e999',
  'nan',
  '0',
  '64',
  '65',
  'm1M',
  'M',
  '9007199254740993',
  '\0',
  '\r',
]

/** Cuts, removes, doubles and moves parts, and puts in what has a meaning elsewhere. */
function mutated(text: string, seed: number): string {
  const below = numbers(seed)
  let result = seed < 64 ? text.slice(0, Math.floor((text.length * seed) / 64)) : text
  for (let i = 0; i <= below(8) && seed >= 64; i++) {
    const at = below(result.length)
    const part = result.slice(at, at + below(60))
    const kind = below(5)
    const put =
      kind === 0
        ? ''
        : kind === 1
          ? part + part
          : kind === 2
            ? (hurtful[below(hurtful.length)] ?? '')
            : (values[below(values.length)] ?? '')
    const to = kind === 4 ? below(result.length) : at
    result = result.slice(0, to) + put + result.slice(kind === 2 ? to : to + part.length)
  }
  return result
}

function originals(): { name: string; text: string }[] {
  const real = realRecordings('dbc')
    .map((recording) => ({ name: recording.path, text: new TextDecoder('windows-1252').decode(realBytes(recording)) }))
    .filter(({ text }) => text.length < 6_000)
    .filter((_, i) => i % 8 === 0)
  return [{ name: 'demo', text: writeDbc(demoCatalog) }, ...real]
}

describe('a hurt DBC file', () => {
  const timeout = 15_000 + mutationsPerFormat * 30
  it.each(originals())('$name is understood, noted or refused, and what remains can be kept', { timeout }, ({ text }) => {
    for (let seed = 0; seed < mutationsPerFormat; seed++) {
      const bytes = new TextEncoder().encode(mutated(text, seed))
      try {
        const catalog = parseDbc(bytes, 'hurt')
        expect(catalogFromForm(catalogToForm(catalog))).toEqual(catalog)
      } catch (error) {
        if (!(error instanceof CatalogError)) throw new Error(`seed ${seed}: ${String(error)}`, { cause: error })
      }
    }
  })

  // Each of these is quadratic in a careless reader: 10 MB of them would take hours.
  it.each<[string, (i: number) => string]>([
    ['messages', (i) => `BO_ ${i} M${i}: 8 X\n SG_ S : 0|8@1+ (1,0) [0|1] "" X\nCM_ SG_ ${i} S "c";\n`],
    ['escaped quotes', () => '\\"\n'],
    ['open quotes', () => '"\nBO_ 1 '],
    ['comments in one line', () => 'CM_ "a" b;'],
    ['attributes of one signal', (i) => (i ? `BA_ "A${i}" SG_ 1 S 1;` : `BO_ 1 A: 8 X\n SG_ S : 0|8@1+ (1,0) [0|1] "" X\n`)],
    ['ranges of one signal', (i) => (i ? 'SG_MUL_VAL_ 1 S M 1-2;' : `BO_ 1 A: 8 X\n SG_ S : 0|8@1+\n SG_ M M : 8|8@1+\n`)],
    [
      'multiplexers in a row',
      (i) => (i ? ` SG_ S${i} m1M : 0|8@1+\nSG_MUL_VAL_ 1 S${i} S${i - 1} 1-1;\n` : 'BO_ 1 A: 8 X\n SG_ S0 M: 0|8@1+\n'),
    ],
    ['spaces', () => '                \n'],
    ['garbage', () => '%&/()=?!'],
  ])('of many %s takes no longer than its length', (_, part) => {
    const work = (length: number): number => {
      const parts = ['VERSION ""\n']
      for (let i = 0, written = 0; written < length; i++) written += parts[parts.push(part(i)) - 1]?.length ?? 1
      const bytes = new TextEncoder().encode(parts.join(''))
      // What this thread worked, microseconds: the clock would tell of others, too.
      const before = process.threadCpuUsage()
      try {
        parseDbc(bytes, 'long')
      } catch (error) {
        if (!(error instanceof CatalogError)) throw error
      }
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    work(100_000)
    // Four times the length: sixteen times the work where it is quadratic.
    expect(work(1_000_000)).toBeLessThan(9 * work(250_000) + 200_000)
  })
})
