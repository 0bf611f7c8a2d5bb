import { RangeTable, ValueTable } from '../mf4/conversion-tables.ts'
import { unchanged, type ConversionRule } from '../mf4/conversions.ts'
import { parseFormula } from '../mf4/formula.ts'
import { UnsupportedFeature } from '../../recording-error.ts'
import type { Mdf3Block, Mdf3Blocks } from './blocks.ts'

const ruleKind = {
  linear: 0,
  interpolatedTable: 1,
  table: 2,
  polynomial: 6,
  exponential: 7,
  logarithmic: 8,
  rational: 9,
  formula: 10,
  texts: 11,
  rangeTexts: 12,
  date: 132,
  time: 133,
  none: 65_535,
} as const
const leastBytes = 46
const unscaled = { factor: 1, offset: 0 }

/** The rule behind a CC link (0: none), kinds and parameters as in MDF 3.3. */
export async function readMdf3Rule(blocks: Mdf3Blocks, link: number, integers: boolean): Promise<ConversionRule> {
  if (link === 0) return unchanged
  const block = await blocks.read(link, 'CC', leastBytes)
  const kind = block.u16(42)
  const count = block.u16(44)
  const value = (i: number): number => (leastBytes + i * 8 + 8 <= block.length ? block.f64(leastBytes + i * 8) : 0)
  switch (kind) {
    case ruleKind.none:
    case ruleKind.date:
    case ruleKind.time:
      return unchanged
    case ruleKind.linear:
      return { kind: 'linear', offset: value(0), factor: value(1) }
    case ruleKind.interpolatedTable:
    case ruleKind.table: {
      const pairs = Math.min(count, Math.floor((block.length - leastBytes) / 16))
      const table = new ValueTable(Array.from({ length: pairs }, (_, i) => [value(i * 2), value(i * 2 + 1)]))
      return { kind: 'number', of: (raw) => (kind === ruleKind.table ? table.nearest(raw) : table.interpolated(raw)) }
    }
    case ruleKind.polynomial:
    case ruleKind.exponential:
    case ruleKind.logarithmic:
    case ruleKind.rational:
      return {
        kind: 'number',
        of: curve(
          kind,
          Array.from({ length: 7 }, (_, i) => value(i)),
        ),
      }
    case ruleKind.formula: {
      const text = block.text(leastBytes, block.length - leastBytes)
      const of = parseFormula(text)
      if (!of) throw new UnsupportedFeature(`The formula "${text.slice(0, 80)}" of a conversion`, link)
      return { kind: 'number', of }
    }
    case ruleKind.texts:
      return textsRule(block, count)
    case ruleKind.rangeTexts:
      return rangeTextsRule(blocks, block, count, integers)
  }
  throw new UnsupportedFeature(`A conversion of kind ${kind}`, link)
}

/** The unit behind a CC link, empty for none. */
export async function readMdf3Unit(blocks: Mdf3Blocks, link: number): Promise<string> {
  return link === 0 ? '' : (await blocks.read(link, 'CC', leastBytes)).text(22, 20)
}

/** Formulas of the specification, with its parameter numbers. */
function curve(kind: number, parameters: readonly number[]): (raw: number) => number {
  const [p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0] = parameters
  if (kind === ruleKind.rational) return (x) => ((p1 * x + p2) * x + p3) / ((p4 * x + p5) * x + p6)
  if (kind === ruleKind.polynomial) return (x) => (p2 - p4 * (x - p5 - p6)) / (p3 * (x - p5 - p6) - p1)
  const of = kind === ruleKind.exponential ? Math.exp : Math.log
  if (p4 === 0) return (x) => of(((x - p7) * p6 - p3) / p1) / p2
  return (x) => of((p3 / (x - p7) - p6) / p4) / p5
}

/** Texts of at most 32 bytes for single values; all others have none. */
function textsRule(block: Mdf3Block, count: number): ConversionRule {
  const names = new Map<number, string>()
  const entryBytes = 40
  for (let i = 0; i < count && leastBytes + (i + 1) * entryBytes <= block.length; i++) {
    const at = leastBytes + i * entryBytes
    const key = block.f64(at)
    if (!names.has(key)) names.set(key, block.text(at + 8, 32))
  }
  return { kind: 'meaning', of: (raw) => names.get(raw) ?? raw, scale: unscaled, names }
}

/** The first entry is for all values that lie in no range. */
async function rangeTextsRule(blocks: Mdf3Blocks, block: Mdf3Block, count: number, integers: boolean): Promise<ConversionRule> {
  const entryBytes = 20
  const entries: { lower: number; upper: number; value: string }[] = []
  for (let i = 0; i < count && leastBytes + (i + 1) * entryBytes <= block.length; i++) {
    const at = leastBytes + i * entryBytes
    const link = block.u32(at + 16)
    entries.push({ lower: block.f64(at), upper: block.f64(at + 8), value: await blocks.text(link) })
  }
  const otherwise = entries[0]?.value ?? ''
  // A default of the form "…{X}…" in quotes is a formula: all values outside of the ranges stay numbers.
  const formula = otherwise.includes('{X}') ? parseFormula((otherwise.split('"')[1] ?? '').replaceAll('{X}', 'X')) : null
  const table = new RangeTable(entries.slice(1), integers)
  const single = entries.slice(1).every(({ lower, upper }) => lower === upper)
  const names = new Map(single ? entries.slice(1).map(({ lower, value }) => [lower, value]) : [])
  return {
    kind: 'meaning',
    of: (raw) => table.find(raw) ?? (formula ? formula(raw) : otherwise),
    scale: integers || single || formula ? lineOf(formula) : null,
    names,
  }
}

/** The straight line that a formula is, or null when it is another curve. */
function lineOf(formula: ((x: number) => number) | null): { factor: number; offset: number } | null {
  if (!formula) return unscaled
  const offset = formula(0)
  const factor = formula(1) - offset
  const straight = [2, 10, -7].every((x) => Math.abs(formula(x) - (factor * x + offset)) <= 1e-9 * Math.abs(formula(x)))
  return straight ? { factor, offset } : null
}
