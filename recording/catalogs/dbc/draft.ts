import type { Signal } from '../catalog.ts'
import type { NoteList } from '../note-list.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** A signal while it is put together. */
export interface SignalDraft extends Writable<Omit<Signal, 'attributes' | 'multiplexed'>> {
  line: number
  attributes: Map<string, string | number>
  multiplexed?: { by: string; ranges: (readonly [number, number])[] }
  /** Of `m3` or `m3M`: the multiplexer's value; null when the signal is always there. */
  value: number | null
}

/** A message while it is put together. */
export interface MessageDraft {
  line: number
  name: string
  /** As the file spells it, with bit 31 for extended identifiers. */
  number: number
  length: number
  sender: string
  comment?: string
  attributes: Map<string, string | number>
  signals: Map<string, SignalDraft>
}

/** What an attribute, comment or list of names speaks of. */
export type Target =
  | { kind: 'network' }
  | { kind: 'node'; name: string }
  | { kind: 'message'; number: number }
  | { kind: 'signal'; number: number; name: string }
  | { kind: 'other' }

/** All that a DBC file says, before its parts are put together: they may come in any order. */
export interface Draft {
  notes: NoteList
  messages: Map<number, MessageDraft>
  /** Numbers of messages that were passed over on purpose; what is said of them is passed over silently. */
  leftOut: Set<number>
  tables: Map<string, Map<number, string>>
  comments: { line: number; target: Target; text: string }[]
  definitions: { kind: Target['kind']; name: string; values: string[] | null }[]
  defaults: Map<string, string | number>
  attributes: { line: number; target: Target; name: string; value: string | number }[]
  names: { line: number; number: number; signal: string; names: ReadonlyMap<number, string> | string }[]
  floats: { line: number; number: number; signal: string }[]
  ranges: { line: number; number: number; signal: string; by: string; ranges: (readonly [number, number])[] }[]
}

export function emptyDraft(notes: NoteList): Draft {
  return {
    notes,
    messages: new Map(),
    leftOut: new Set(),
    tables: new Map(),
    comments: [],
    definitions: [],
    defaults: new Map(),
    attributes: [],
    names: [],
    floats: [],
    ranges: [],
  }
}
