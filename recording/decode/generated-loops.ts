import type { BitLayout, BitRun } from './bit-layout.ts'
import { columnLoop } from './column-loops.ts'
import { KeptLoops } from './kept-loops.ts'
import type { DecodeLoop, LoopMaker, SelectLoop } from './loop-maker.ts'
import { asDouble, asSingle, halfOf, numberBits } from './number-bits.ts'

/**
 * Loops as straight-line code, one for each message: every payload byte is read once per row and shifted to its places.
 * Null where the surroundings forbid code from text (a page with a strict content security policy).
 * The text holds only numbers worked out here, never a name of a catalog.
 */
export function generatedLoops(straightFrom = usualStraightFrom): LoopMaker | null {
  allowed ??= isAllowed()
  if (!allowed) return null
  return {
    whole: (layouts) => decodeLoop(layouts, 'whole'),
    aligned: (layouts) => alignedLoop(layouts, straightFrom),
    checked: (layouts) => decodeLoop(layouts, 'checked'),
    select: selectLoop,
  }
}

/** Rows of a message from which on its own code is worth making: some milliseconds, for some nanoseconds a row. */
const usualStraightFrom = 100_000

let allowed: boolean | undefined

function isAllowed(): boolean {
  try {
    return compiled('', 'return 1')() === 1
  } catch {
    return false
  }
}

function compiled(parameters: string, text: string): (...given: readonly unknown[]) => unknown {
  // oxlint-disable-next-line no-new-func -- the purpose of this file
  const made: unknown = new Function(parameters, text)
  if (typeof made !== 'function') throw new TypeError('Function made no function')
  return (...given) => Reflect.apply(made, undefined, given)
}

/** Loops are kept for the next recording with the same catalog: the engine has made fast code of them by then. */
const loops = new KeptLoops<DecodeLoop>()
const selects = new KeptLoops<SelectLoop>()

function madeLoop(text: string): unknown {
  return compiled('bits, asDouble, asSingle, halfOf', text)(numberBits, asDouble, asSingle, halfOf)
}

/** How many rows each message's loop had, whatever recording they were of. */
const uses = new KeptLoops<{ rows: number; loop: DecodeLoop | undefined }>()

/** Signal by signal at first; in one straight line when a message has had `straightFrom` rows. */
function alignedLoop(layouts: readonly BitLayout[], straightFrom: number): DecodeLoop {
  const columns = straightFrom > 0 ? columnLoop(layouts) : null
  if (!columns) return decodeLoop(layouts, 'aligned')
  const use = uses.get(loopText(layouts, 'aligned'), () => ({ rows: 0, loop: undefined }))
  return (rows, from, to, block, output) => {
    use.rows += to - from
    if (use.rows < straightFrom) return columns(rows, from, to, block, output)
    use.loop ??= decodeLoop(layouts, 'aligned')
    use.loop(rows, from, to, block, output)
  }
}

const loopHead = (first: string): string => `
  const { timeNs: times, dataStart, length: lengths, data } = block
  for (let i = from, k = ${first}; i < to; i++, k++) {
    const row = rows[i]
    const at = dataStart[row]`

type Way = 'whole' | 'aligned' | 'checked'

function decodeLoop(layouts: readonly BitLayout[], way: Way): DecodeLoop {
  const text = loopText(layouts, way)
  return loops.get(text, () => madeLoop(text) as DecodeLoop)
}

function loopText(layouts: readonly BitLayout[], way: Way): string {
  const checked = way === 'checked'
  const columns = layouts.map((_, column) => `const c${column} = output.raw[${column}], v${column} = output.valid[${column}]`)
  const rounding = layouts.flatMap((layout, column) => (layout.mayRound ? [column] : []))
  const pieces = layouts.map((layout) => piecesOf(layout, way === 'aligned'))
  return `
  return (rows, from, to, block, output) => {
  const time = output.timeNs, words = output.words
  ${columns.join('\n  ')}
  ${rounding.map((column) => `let r${column} = 0`).join('\n  ')}
  ${loopHead('output.at')}
    time[k] = times[row]
    ${checked ? 'const long = lengths[row]' : ''}
    ${loadText(pieces, way === 'aligned')}
    ${pieces.map((piece, column) => storeText(piece, column, checked)).join('\n    ')}
  }
  ${rounding.map((column) => `if (r${column}) output.rounded[${column}] = 1`).join('\n  ')}
  }`
}

function selectLoop(layout: BitLayout): SelectLoop {
  const pieces = piecesOf(layout, false)
  const text = `
  return (rows, from, to, block, raw) => {
  ${loopHead('0')}
    if (lengths[row] < ${layout.bytesNeeded}) { raw[k] = NaN; continue }
    ${loadText([pieces], false)}
    ${valueText(pieces, (value) => `raw[k] = ${value}`, false)}
  }
  }`
  return selects.get(text, () => madeLoop(text) as SelectLoop)
}

/** A layout, and the pieces of payload that the loop puts it together from. */
interface Pieces {
  readonly layout: BitLayout
  readonly unitBits: 8 | 32
  readonly lower: readonly BitRun[]
  readonly upper: readonly BitRun[]
}

function piecesOf(layout: BitLayout, words: boolean): Pieces {
  return words
    ? { layout, unitBits: 32, lower: layout.lowerWords, upper: layout.upperWords }
    : { layout, unitBits: 8, lower: layout.lower, upper: layout.upper }
}

/** Reads each payload byte, or word, that some signal needs. */
function loadText(pieces: readonly Pieces[], words: boolean): string {
  const units = [...new Set(pieces.flatMap(({ lower, upper }) => [...lower, ...upper].map((run) => run.unit)))]
  if (!words) return units.map((unit) => `const u${unit} = data[at + ${unit}]`).join('\n    ')
  return ['const first = at >>> 2', ...units.map((unit) => `const u${unit} = words[first + ${unit}] | 0`)].join('\n    ')
}

function storeText(pieces: Pieces, column: number, checked: boolean): string {
  const { layout } = pieces
  // An array of the raw value's own width drops the bits above by itself.
  const exact = layout.raw.endsWith(`t${layout.bitCount}`)
  const rounded = layout.mayRound ? `r${column}` : ''
  const store = valueText(pieces, (value) => `c${column}[k] = ${scaledText(value, layout)}`, exact, rounded)
  return checked ? `if (long >= ${layout.bytesNeeded}) { ${store}; v${column}[k] = 1 }` : `{ ${store} }`
}

function scaledText(value: string, { scale }: BitLayout): string {
  return scale ? `(${value}) * ${numberText(scale.factor)} + ${numberText(scale.offset)}` : value
}

/** A number as it is written in code; NaN and infinities have names that are numbers too. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '(-0)' : `(${String(value)})`
}

/** Code that works out the raw value and puts it where `put` says. `exact`: bits above the value's width do no harm. */
function valueText(pieces: Pieces, put: (value: string) => string, exact: boolean, rounded = ''): string {
  const { bitCount, signed, float } = pieces.layout
  const lower = runsText(pieces.lower, pieces.unitBits)
  const upper = runsText(pieces.upper, pieces.unitBits)
  if (float) {
    if (bitCount === 64) return `bits[0] = ${lower}; bits[1] = ${upper}; ${put('asDouble[0]')}`
    return bitCount === 32 ? `bits[0] = ${lower}; ${put('asSingle[0]')}` : put(`halfOf(${lower})`)
  }
  if (bitCount <= 32) {
    if (exact) return put(lower)
    return put(signed ? extended(lower, bitCount) : bitCount === 32 ? `(${lower}) >>> 0` : lower)
  }
  const high = signed ? extended(upper, bitCount - 32) : `((${upper}) >>> 0)`
  if (rounded === '') return put(`${high} * 4294967296 + ((${lower}) >>> 0)`)
  return `const high = ${high} * 4294967296, low = (${lower}) >>> 0, sum = high + low; ${put('sum')}; ${rounded} |= sum - high !== low ? 1 : 0`
}

function extended(text: string, bitCount: number): string {
  return bitCount === 32 ? `(${text})` : `((${text}) << ${32 - bitCount} >> ${32 - bitCount})`
}

function runsText(runs: readonly BitRun[], unitBits: 8 | 32): string {
  return runs
    .map(({ unit, bit, count, to }) => {
      const low = bit === 0 ? `u${unit}` : `(u${unit} >>> ${bit})`
      const masked = bit + count === unitBits ? low : `(${low} & ${2 ** count - 1})`
      return to === 0 ? masked : `${masked} << ${to}`
    })
    .join(' | ')
}
