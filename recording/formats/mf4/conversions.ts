import type { ByteSource } from '../../byte-source.ts'
import { DamagedBlock, UnsupportedFeature } from '../../recording-error.ts'
import { readBlock, readText, type Block } from './blocks.ts'
import { RangeTable, ValueTable } from './conversion-tables.ts'
import { parseFormula } from './formula.ts'
import type { ReadingBudget } from './reading-budget.ts'

/** What a raw value means: a number, or a text. */
export type Meaning = number | string

/** What a conversion (CC) does with raw values. Kinds as ASAM MDF 4 numbers them. */
export type ConversionRule =
  | { kind: 'linear'; factor: number; offset: number }
  | { kind: 'number'; of: (raw: number) => number }
  /** Texts for some or all raw values. */
  | TextRule
  | { kind: 'text-to-number'; of: (text: string) => number }
  | { kind: 'text-to-text'; of: (text: string) => string }

/** Texts for raw values, some of which may stay numbers. */
export interface TextRule {
  kind: 'meaning'
  of: (raw: number) => Meaning
  /** The scale of all raw values that stay numbers; null when they have several, or none is left. */
  scale: { factor: number; offset: number } | null
  /** Texts that are known beforehand, by raw value. */
  names: ReadonlyMap<number, string>
}

const unscaled = { factor: 1, offset: 0 }
export const unchanged: ConversionRule = { kind: 'linear', factor: 1, offset: 0 }

const ruleKind = {
  none: 0,
  linear: 1,
  rational: 2,
  algebraic: 3,
  interpolatedTable: 4,
  table: 5,
  ranges: 6,
  texts: 7,
  rangeTexts: 8,
  textValues: 9,
  textTexts: 10,
  bitFields: 11,
} as const
const firstReference = 4
const deepestReference = 8

/** Reads conversions of a file, each once. */
export class ConversionReader {
  #source: ByteSource
  #budget: ReadingBudget
  #rules = new Map<string, Promise<ConversionRule>>()

  constructor(source: ByteSource, budget: ReadingBudget) {
    this.#source = source
    this.#budget = budget
  }

  /** The rule behind a CC link (0: none). `integers`: raw values are integers, for which ranges hold their upper ends. */
  rule(link: number, integers: boolean): Promise<ConversionRule> {
    return this.#ruleAt(link, integers, 0)
  }

  /** The text of the unit behind a CC link, empty for none. */
  async unit(link: number): Promise<string> {
    if (link === 0) return ''
    const { links } = await readBlock(this.#source, link, ['CC'], 4, 24)
    return readText(this.#source, links[1] ?? 0)
  }

  #ruleAt(link: number, integers: boolean, depth: number): Promise<ConversionRule> {
    if (link === 0) return Promise.resolve(unchanged)
    const key = `${link}.${integers}.${depth}`
    let rule = this.#rules.get(key)
    if (!rule) this.#rules.set(key, (rule = this.#read(link, integers, depth)))
    return rule
  }

  async #read(link: number, integers: boolean, depth: number): Promise<ConversionRule> {
    if (depth > deepestReference) throw new DamagedBlock('Conversions inside conversions without end', link)
    const block = await readBlock(this.#source, link, ['CC'], 4, 24)
    const kind = block.data.getUint8(0)
    const values = valuesOf(block)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
    switch (kind) {
      case ruleKind.none:
        return unchanged
      case ruleKind.linear:
        return { kind: 'linear', offset: a, factor: b }
      case ruleKind.rational:
        return { kind: 'number', of: (raw) => ((a * raw + b) * raw + c) / ((d * raw + e) * raw + f) }
      case ruleKind.algebraic:
        return this.#algebraic(block)
      case ruleKind.interpolatedTable:
      case ruleKind.table: {
        const table = new ValueTable(grouped(values, 2).map(([key = 0, value = 0]) => [key, value]))
        return { kind: 'number', of: (raw) => (kind === ruleKind.table ? table.nearest(raw) : table.interpolated(raw)) }
      }
      case ruleKind.ranges: {
        const ranges = grouped(values, 3).map(([lower = 0, upper = 0, value = 0]) => ({ lower, upper, value }))
        const table = new RangeTable(ranges, integers)
        const otherwise = values.at(-1) ?? 0
        return { kind: 'number', of: (raw) => table.find(raw) ?? otherwise }
      }
      case ruleKind.texts:
      case ruleKind.rangeTexts:
        return this.#meanings(block, values, integers, kind === ruleKind.rangeTexts, depth)
      case ruleKind.textValues:
      case ruleKind.textTexts:
        return this.#ofTexts(block, values, kind === ruleKind.textTexts)
      case ruleKind.bitFields:
        return this.#bitFields(block, depth)
    }
    throw new UnsupportedFeature(`A conversion of kind ${kind}`, link)
  }

  async #algebraic(block: Block): Promise<ConversionRule> {
    const text = await readText(this.#source, block.links[firstReference] ?? 0)
    const of = parseFormula(text)
    if (!of) throw new UnsupportedFeature(`The formula "${text.slice(0, 80)}" of a conversion`, block.offset)
    return { kind: 'number', of }
  }

  /** A text as it is, or another conversion. */
  async #reference(link: number, integers: boolean, depth: number): Promise<string | ConversionRule | null> {
    if (link === 0) return null
    const head = await this.#source.read(link, 4)
    if (head[2] === 0x43 && head[3] === 0x43) return this.#ruleAt(link, integers, depth + 1)
    const text = await readText(this.#source, link)
    this.#budget.spendChannel(text.length, link)
    return text
  }

  async #references(block: Block, integers: boolean, depth: number): Promise<(string | ConversionRule | null)[]> {
    const list: (string | ConversionRule | null)[] = []
    for (const link of block.links.slice(firstReference)) list.push(await this.#reference(link, integers, depth))
    return list
  }

  async #meanings(block: Block, values: number[], integers: boolean, ranges: boolean, depth: number): Promise<ConversionRule> {
    const references = await this.#references(block, integers, depth)
    // The last reference is for all other values. Without one they stay as they are.
    const last = references.at(-1) ?? unchanged
    const find = ranges ? rangeFinder(values, references, integers) : keyFinder(values, references)
    const of = (raw: number): Meaning => {
      const found = find(raw)
      return meaningOf(found === undefined ? last : (found ?? ''), raw)
    }
    // Ranges of other numbers than integers would make a name for every sample: those are texts.
    const scale = ranges && !integers && !references.some(isRule) && references.at(-1) !== null ? null : scaleOf(references)
    return { kind: 'meaning', of, scale, names: ranges ? new Map() : namesOf(values, references) }
  }

  async #ofTexts(block: Block, values: number[], toText: boolean): Promise<ConversionRule> {
    const references = await this.#references(block, false, deepestReference)
    const texts = references.map((reference) => (typeof reference === 'string' ? reference : null))
    if (!toText) {
      const numbers = new Map<string, number>()
      const count = Math.min(texts.length, values.length - 1)
      // Of equal texts the first counts.
      for (let i = count - 1; i >= 0; i--) numbers.set(texts[i] ?? '', values[i] ?? 0)
      const otherwise = values.at(-1) ?? NaN
      return { kind: 'text-to-number', of: (text) => numbers.get(text) ?? otherwise }
    }
    const others = new Map<string, string>()
    for (let i = Math.floor((texts.length - 1) / 2) - 1; i >= 0; i--) others.set(texts[i * 2] ?? '', texts[i * 2 + 1] ?? '')
    const otherwise = texts.length % 2 === 1 ? texts.at(-1) : null
    return { kind: 'text-to-text', of: (text) => others.get(text) ?? otherwise ?? text }
  }

  /** Masks are whole 64-bit numbers; each field's text comes from its own conversion, with its name in front. */
  async #bitFields(block: Block, depth: number): Promise<ConversionRule> {
    const { data } = block
    const fields: { mask: bigint; name: string; reference: string | ConversionRule }[] = []
    const links = block.links.slice(firstReference)
    for (const [i, link] of links.entries()) {
      if (24 + i * 8 + 8 > data.byteLength) break
      const reference = await this.#reference(link, true, depth)
      if (reference === null) continue
      const name = typeof reference === 'string' ? '' : await this.#name(link)
      fields.push({ mask: data.getBigUint64(24 + i * 8, true), name, reference })
    }
    const of = (raw: number): string => {
      if (!Number.isInteger(raw)) return ''
      const bits = BigInt.asUintN(64, BigInt(raw))
      const parts: string[] = []
      for (const { mask, name, reference } of fields) {
        const meaning = meaningOf(reference, Number(bits & mask))
        const text = typeof meaning === 'string' ? meaning : String(meaning)
        if (name) parts.push(`${name}=${text}`)
        else if (text) parts.push(text)
      }
      return parts.join('|')
    }
    return { kind: 'meaning', of, scale: null, names: new Map() }
  }

  async #name(link: number): Promise<string> {
    const { links } = await readBlock(this.#source, link, ['CC'], 4, 24)
    return readText(this.#source, links[0] ?? 0)
  }
}

function valuesOf({ data }: Block): number[] {
  const count = Math.floor((data.byteLength - 24) / 8)
  return Array.from({ length: count }, (_, i) => data.getFloat64(24 + i * 8, true)).slice(0, data.getUint16(6, true))
}

function grouped(values: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.floor(values.length / size) }, (_, i) => values.slice(i * size, i * size + size))
}

/** Number or text that a raw value means by a text or a rule. */
export function meaningOf(reference: string | ConversionRule, raw: number): Meaning {
  if (typeof reference === 'string') return reference
  if (reference.kind === 'linear') return raw * reference.factor + reference.offset
  if (reference.kind === 'number' || reference.kind === 'meaning') return reference.of(raw)
  return raw
}

function isRule(reference: string | ConversionRule | null): reference is ConversionRule {
  return reference !== null && typeof reference !== 'string'
}

/** The one scale that the rules among the references agree on; where there are only texts, raw values stay as they are. */
function scaleOf(references: readonly (string | ConversionRule | null)[]): { factor: number; offset: number } | null {
  const scales = references
    .filter(isRule)
    .map((rule) => (rule.kind === 'linear' || rule.kind === 'meaning' ? scaleOfRule(rule) : null))
  const [first] = scales
  if (first === undefined) return unscaled
  return first && scales.every((scale) => scale?.factor === first.factor && scale.offset === first.offset) ? first : null
}

function scaleOfRule(rule: ConversionRule): { factor: number; offset: number } | null {
  if (rule.kind === 'linear') return { factor: rule.factor, offset: rule.offset }
  return rule.kind === 'meaning' ? rule.scale : null
}

function namesOf(keys: readonly number[], references: readonly (string | ConversionRule | null)[]): Map<number, string> {
  const names = new Map<number, string>()
  const count = Math.min(keys.length, references.length - 1)
  for (let i = 0; i < count; i++) {
    const [key = 0, text] = [keys[i], references[i]]
    if (typeof text === 'string' && !names.has(key)) names.set(key, text)
  }
  return names
}

type Finder = (raw: number) => string | ConversionRule | null | undefined

function keyFinder(keys: readonly number[], references: readonly (string | ConversionRule | null)[]): Finder {
  const byKey = new Map<number, string | ConversionRule | null>()
  const count = Math.min(keys.length, references.length - 1)
  for (let i = count - 1; i >= 0; i--) byKey.set(keys[i] ?? 0, references[i] ?? null)
  return (raw) => byKey.get(raw)
}

function rangeFinder(
  limits: readonly number[],
  references: readonly (string | ConversionRule | null)[],
  integers: boolean,
): Finder {
  const pairs = grouped(limits, 2).slice(0, Math.max(0, references.length - 1))
  const table = new RangeTable(
    pairs.map(([lower = 0, upper = 0], i) => ({ lower, upper, value: references[i] ?? null })),
    integers,
  )
  return (raw) => table.find(raw)
}
