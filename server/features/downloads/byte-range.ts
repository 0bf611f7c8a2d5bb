/** The inclusive part [first, last] of a file, in bytes. */
export interface Part {
  readonly first: number
  readonly last: number
}

/**
 * The part that a Range header asks for (RFC 9110, 14.2). `whole`: no header, or one that may be ignored: another unit,
 * several ranges, not a range at all. `outside`: no byte of the file is in it.
 */
export function requestedPart(range: string | undefined, size: number): Part | 'whole' | 'outside' {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range ?? '')
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? '']
  // an empty file has no range; every one of its bytes is sent by sending nothing
  if ((from === '' && to === '') || size === 0) return 'whole'
  if (from === '') {
    const length = Number(to)
    return length === 0 ? 'outside' : { first: Math.max(0, size - length), last: size - 1 }
  }
  const [first, last] = [Number(from), to === '' ? size - 1 : Number(to)]
  if (last < first) return first >= size && to === '' ? 'outside' : 'whole'
  return first >= size ? 'outside' : { first, last: Math.min(last, size - 1) }
}
