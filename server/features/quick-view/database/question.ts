import type { DatabaseCell, DatabaseFilter, DatabaseTable } from '#contract/quick-view.ts'

interface Chosen {
  readonly table: string
  readonly filters: readonly DatabaseFilter[]
}
interface Ordered extends Chosen {
  readonly sort: { readonly column: string; readonly descending: boolean } | null
  readonly offset: number
}

/** What a reader of databases is asked, once in its life, by standard input. */
export type Question =
  | { readonly kind: 'tables' }
  | ({ readonly kind: 'rows'; readonly max: number } & Ordered)
  | ({ readonly kind: 'count' } & Chosen)
  | ({ readonly kind: 'cell'; readonly column: string } & Ordered)

/** What it answers, by kind of question. */
export interface Answers {
  tables: { tables: DatabaseTable[] }
  rows: { rows: DatabaseCell[][]; end: boolean }
  count: { count: number }
  cell: { cell: DatabaseCell }
}

/** Why it cannot answer; `field` names what of the question is wrong. */
export type Refusal =
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'limit'; readonly problem: string }
  | { readonly kind: 'field'; readonly field: string; readonly message: string }

export type Reply = { readonly answer: Answers[Question['kind']] } | { readonly refused: Refusal }

export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.kind)
    this.refusal = refusal
  }
}
