import type { SignalDescription } from '#recording/signals.ts'

/** A value as oracles write it: a number, a number that JSON has not, a text, or null where there is none. */
export type SeenValue = number | string | null | { readonly number: string }

/** What a person sees of a raw value; where it has a name, both. */
export function seen({ conversion, names }: SignalDescription, raw: number): { number: number | null; text: string | null } {
  if (conversion.kind === 'text') return { number: null, text: conversion.texts[raw] ?? `no text ${raw}` }
  return { number: raw * conversion.factor + conversion.offset, text: names?.get(raw) ?? null }
}

const relative = 1e-9

/** Equal to 1e-9 of the value, exactly for whole numbers that a double holds, and not a number only to itself. */
export function sameNumber(a: number, b: number): boolean {
  if (Object.is(a, b) || a === b) return true
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return false
  return Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b))
}

/** True when ours is what the oracle says; where a value has a name, either may be said. */
export function sameValue(ours: ReturnType<typeof seen> | null, theirs: SeenValue): boolean {
  if (ours === null || theirs === null) return ours === null && theirs === null
  if (typeof theirs === 'string') return ours.text === theirs
  return ours.number !== null && sameNumber(ours.number, typeof theirs === 'number' ? theirs : Number(theirs.number))
}
