import { isError } from './frame-flags.ts'

/** What words of a filter look at. */
export interface Worded {
  readonly bus: string
  readonly id: number
  readonly flags: number
  readonly name: string | null
}

/** Whether each word, in small letters, is in the bus, the identifier or the message's name. */
export function holdsWords({ bus, id, flags, name }: Worded, words: readonly string[]): boolean {
  const texts = [bus, isError(flags) ? 'error' : `0x${id.toString(16).padStart(3, '0')}`, name ?? '']
  return words.every((word) => texts.some((text) => text.toLowerCase().includes(word)))
}
