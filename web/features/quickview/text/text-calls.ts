import type { Row } from '../lines/row-file.ts'

export interface TextOpened {
  /** Null for bytes that are no text: they are shown as such. */
  readonly encoding: string | null
}

export interface TextLines {
  readonly lines: readonly Row[]
}

/** What the reader of texts can be asked. */
export type TextCalls = {
  open: { ask: { readonly size: number }; answer: TextOpened }
  lines: { ask: { readonly from: number; readonly count: number }; answer: TextLines }
  /** The first line from `from` on that has the text; null when there is none. A newer search ends an older one. */
  find: { ask: { readonly text: string; readonly from: number; readonly matchCase: boolean }; answer: { line: number | null } }
  bytes: { ask: { readonly from: number; readonly count: number }; answer: { bytes: Uint8Array } }
}

export interface TextProgress {
  /** Lines known so far; all of them when `isComplete`. */
  readonly lines: number
  readonly scanned: number
  readonly isComplete: boolean
  /** Why not all lines could be found. */
  readonly problem: string | null
  /** How far the running search is, bytes; null while nothing is searched. */
  readonly searched: number | null
}
