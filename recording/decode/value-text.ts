import type { BitLayout, WordPart } from './bit-layout.ts'

/** How code names what one value is made of. */
export interface ValueNames {
  /** The number of `kind` (a DataView's word for it) at a byte of the payload. */
  readonly read: (kind: 'Int32' | 'Float32' | 'Float64', part: 'high' | 'low') => string
  readonly shift: (part: 'high' | 'low', way: keyof Omit<WordPart, 'byte'>) => string
  readonly lowSpan: string
  readonly factor: string
  readonly offset: string
}

/** Code for a value that is an integer within two words, or a floating-point number at whole bytes. */
export function valueText(layout: BitLayout, names: ValueNames): string {
  const value = unscaledText(layout, names)
  return layout.scale ? `(${value}) * ${names.factor} + ${names.offset}` : value
}

/** Code that is true when a double has to round the value of two words. */
export function roundedText(layout: BitLayout, names: ValueNames): string {
  const [above, below] = sumTexts(layout, names)
  return `${above} + ${below} - ${above} !== ${below}`
}

function unscaledText(layout: BitLayout, names: ValueNames): string {
  if (layout.form === 'number') return names.read(layout.bitCount === 64 ? 'Float64' : 'Float32', 'high')
  return layout.form === 'word' ? partText('high', layout.signed, names) : sumTexts(layout, names).join(' + ')
}

function sumTexts({ signed }: BitLayout, names: ValueNames): [string, string] {
  return [`(${partText('high', signed, names)}) * ${names.lowSpan}`, `(${partText('low', false, names)})`]
}

function partText(part: 'high' | 'low', signed: boolean, { read, shift }: ValueNames): string {
  return `${read('Int32', part)} << ${shift(part, 'left')} ${signed ? '>>' : '>>>'} ${shift(part, 'right')}`
}
