import type { BitLayout } from './bit-layout.ts'
import { made, mayMakeCode } from './code-from-text.ts'
import { interpretedLoops } from './interpreted-loops.ts'
import type { ColumnLoop, LoopMaker } from './loop-maker.ts'
import { messageLoop, usuallyWorthFrom } from './message-loops.ts'
import { roundedText, valueText, type ValueNames } from './value-text.ts'

/**
 * Null where the surroundings forbid code from text (a page with a strict content security policy). A message that had
 * `worthFrom` rows gets a loop of its own.
 */
export function generatedLoops(worthFrom = usuallyWorthFrom): LoopMaker | null {
  return mayMakeCode() ? { column: columnLoop, message: (layouts) => messageLoop(layouts, worthFrom) } : null
}

const loops = new Map<string, ColumnLoop>()

/**
 * A loop for each kind of value (byte order, sign, width of its array), shared by all signals of that kind: a handful of
 * them serves every catalog, so the engine has fast code of them within milliseconds. Made from text, because the engine
 * makes fast code of a function for the kinds that it meets.
 */
function columnLoop(layout: BitLayout): ColumnLoop {
  if (layout.form === 'odd') return interpretedLoops.column(layout)
  const text = loopText(layout)
  let loop = loops.get(text)
  if (!loop) {
    loop = made(text) as ColumnLoop
    loops.set(text, loop)
  }
  return loop
}

/** Two rows a turn, for four fifths of the time. */
function loopText(layout: BitLayout): string {
  const { raw, scale } = layout
  return `return (payloads, stride, first, count, layout, out, at) => {
  // into ${raw}
  const { high, low } = layout
  const highByte = high.byte, highLeft = high.left, highRight = high.right
  const lowByte = low.byte, lowLeft = low.left, lowRight = low.right, lowSpan = 2 ** layout.lowCount
  ${scale ? 'const { factor, offset } = layout.scale' : ''}
  const end = at + count
  let rounded = false, i = at, p = first * stride
  for (; i + 1 < end; i += 2, p += 2 * stride) {
    ${rowText(layout, 'i', 'p')}
    ${rowText(layout, 'i + 1', 'p + stride')}
  }
  if (i < end) { ${rowText(layout, 'i', 'p')} }
  return rounded
}`
}

function rowText(layout: BitLayout, index: string, place: string): string {
  const names = namesAt(place, layout)
  const store = `out[${index}] = ${valueText(layout, names)}`
  return layout.mayRound ? `${store}; if (${roundedText(layout, names)}) rounded = true` : store
}

const capitalized = { left: 'Left', right: 'Right' } as const

/** Of the payload at `place`. */
function namesAt(place: string, { little }: BitLayout): ValueNames {
  return {
    read: (kind, part) => `payloads.get${kind}(${place} + ${part}Byte, ${little})`,
    shift: (part, way) => `${part}${capitalized[way]}`,
    lowSpan: 'lowSpan',
    factor: 'factor',
    offset: 'offset',
  }
}
