import type { Access } from '#web/viewer/protocol.ts'

/** What a worker can be asked, by name. */
export type CallMap = Readonly<Record<string, { readonly ask: unknown; readonly answer: unknown }>>

export type ToWorker =
  | { readonly kind: 'call'; readonly number: number; readonly name: string; readonly ask: unknown }
  | { readonly kind: 'access'; readonly number: number; readonly access: Access | null; readonly problem: string | null }

export type FromWorker =
  | { readonly kind: 'answer'; readonly number: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly number: number; readonly message: string }
  /** The worker wants to read the file: how it gets at it, is answered with `access`. */
  | { readonly kind: 'wanted'; readonly number: number }
  | { readonly kind: 'progress'; readonly progress: unknown }
