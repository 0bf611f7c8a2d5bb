import type { BitLayout } from './bit-layout.ts'
import { made } from './code-from-text.ts'
import { KeptLoops } from './kept-loops.ts'
import type { MessageLoop } from './loop-maker.ts'
import { valueText, type ValueNames } from './value-text.ts'

/** Rows of a message from which on its own loop is worth making: a millisecond or two, for some nanoseconds a row. */
export const usuallyWorthFrom = 100_000

/** Of one message, whatever recordings it was in. */
interface Use {
  rows: number
  loop: MessageLoop | undefined
}

/** Kept for the next recording with the same catalog: the engine has made fast code of them by then. */
const uses = new KeptLoops<Use>()

/**
 * All values of a message in one straight-line loop, each word of a payload read once per row: a third less time than signal
 * by signal, when a message is frequent enough. Null for messages with a value that needs more than that.
 */
export function messageLoop(layouts: readonly BitLayout[], worthFrom: number): ((rows: number) => MessageLoop | null) | null {
  if (layouts.length === 0 || layouts.some(({ form, mayRound }) => form === 'odd' || mayRound)) return null
  const text = loopText(layouts)
  const use = uses.get(text, () => ({ rows: 0, loop: undefined }))
  return (rows) => {
    use.rows += rows
    if (use.rows < worthFrom) return null
    return (use.loop ??= made(text) as MessageLoop)
  }
}

function loopText(layouts: readonly BitLayout[]): string {
  const words = new Map<string, string>()
  const values = layouts.map((layout, column) => `c${column}[k] = ${valueText(layout, namesOf(layout, words))}`)
  return `return (rows, from, to, block, payloads, timeNs, raw, at) => {
  const { timeNs: times, dataStart } = block
  ${layouts.map(({ raw }, column) => `const c${column} = raw[${column}] // ${raw}`).join('\n  ')}
  for (let i = from, k = at; i < to; i++, k++) {
    const row = rows[i]
    const p = dataStart[row]
    timeNs[k] = times[row]
    ${[...words].map(([name, text]) => `const ${name} = ${text}`).join('\n    ')}
    ${values.join('\n    ')}
  }
}`
}

/** Words that are read are added to `words`. */
function namesOf(layout: BitLayout, words: Map<string, string>): ValueNames {
  const { little, scale, lowCount } = layout
  return {
    read(kind, part) {
      const { byte } = layout[part]
      const name = `${kind}_${byte}_${little ? 'little' : 'big'}`
      words.set(name, `payloads.get${kind}(p + ${byte}, ${little})`)
      return name
    },
    shift: (part, way) => String(layout[part][way]),
    lowSpan: numberText(2 ** lowCount),
    factor: numberText(scale?.factor ?? 1),
    offset: numberText(scale?.offset ?? 0),
  }
}

/** A number as it is written in code; NaN and infinities have names that are numbers too. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '(-0)' : `(${String(value)})`
}
