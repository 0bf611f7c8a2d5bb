import type { Target } from './callers.ts'

/** Expected status for each caller, in the order of `callerNames`. */
export type Statuses = readonly [number, number, number, number, number, number, number, number]

/** `any` for an operation without an object. */
export type Row = { readonly any: Statuses } | Readonly<Partial<Record<Target, Statuses>>>
