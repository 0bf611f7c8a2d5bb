import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'

/** A signal that can be chosen, by a name that stays the same when the recording is decoded again. */
export interface ListedSignal {
  readonly key: string
  readonly signal: StoredSignal
}

export interface SignalGroupRows {
  readonly key: string
  /** Its bus; empty for signals that the file holds decoded. */
  readonly bus: string
  readonly title: string
  /** Identifier in hexadecimal; empty without one. */
  readonly id: string
  readonly signals: readonly ListedSignal[]
}

/** One of the recordings that are open together. */
export interface TreeRecording {
  readonly key: string
  readonly title: string
  readonly groups: readonly SignalGroupRows[]
}

export type TreeRow =
  | { readonly kind: 'recording'; readonly key: string; readonly recording: TreeRecording; readonly isOpen: boolean }
  | { readonly kind: 'group'; readonly key: string; readonly group: SignalGroupRows; readonly isOpen: boolean }
  | { readonly kind: 'signal'; readonly key: string; readonly listed: ListedSignal; readonly group: SignalGroupRows }

/** `0x1A0`, `0x18FEF100x`: the x of an extended identifier as bus tools write it. */
export function idText(id: number, extended: boolean): string {
  const digits = id.toString(16).toUpperCase()
  return extended ? `0x${digits.padStart(8, '0')}x` : `0x${digits.padStart(3, '0')}`
}

/**
 * Signals by their groups, in the order of the recording. Keys are `bus/message/signal`, numbered where they repeat, after
 * what tells recordings apart.
 */
export function groupSignals(signals: readonly StoredSignal[], recording = ''): SignalGroupRows[] {
  const used = new Map<string, number>()
  const once = (key: string): string => {
    const times = (used.get(key) ?? 0) + 1
    used.set(key, times)
    return times === 1 ? key : `${key}#${times}`
  }
  return [...Map.groupBy(signals, messageOf).values()].flatMap((members) => {
    const group = members[0]?.group
    if (group === undefined) return []
    const { from } = group
    const bus = from === null ? '' : from.bus.name
    const title = from === null ? group.name : plainName(group.name) || from.message
    return {
      key: `${recording}${once(`group ${bus}/${title}`)}`,
      bus,
      title,
      id: from === null ? '' : idText(from.id, from.extended),
      signals: members.map((signal) => ({ key: `${recording}${once(`${bus}/${title}/${signal.name}`)}`, signal })),
    }
  })
}

/** What makes a signal stand with others: the message on its bus, whatever a multiplexer chose; else its group. */
function messageOf({ group }: StoredSignal): string | StoredSignal['group'] {
  const { from } = group
  return from === null ? group : [from.bus.kind, from.bus.channel, from.id, from.extended, plainName(group.name)].join(' ')
}

/** Without what a multiplexer chose: `OBD_7E8 [Service=65]`. */
const plainName = (name: string): string => name.replace(/ \[[^[\]]*\]$/, '')

/** Whether a signal is shown, by its key. */
type Passes = (key: string) => boolean

/**
 * The lines of the tree: of several recordings each has a line of its own above its groups. `passes`: only these signals,
 * every group open; null: all of them.
 */
export function treeRows(
  recordings: readonly TreeRecording[],
  search: string,
  closed: ReadonlySet<string>,
  passes: Passes | null = null,
): TreeRow[] {
  const [only] = recordings
  if (recordings.length === 1 && only) return groupRows(only.groups, search, closed, passes)
  const narrowed = search.trim() !== '' || passes !== null
  return recordings.flatMap((recording): TreeRow[] => {
    const rows = groupRows(recording.groups, search, closed, passes)
    if (rows.length === 0 && narrowed) return []
    const isOpen = narrowed || !closed.has(recording.key)
    return [{ kind: 'recording', key: recording.key, recording, isOpen }, ...(isOpen ? rows : [])]
  })
}

/** With a search only what holds it, every group open; a group that holds it shows all its signals. */
function groupRows(
  groups: readonly SignalGroupRows[],
  search: string,
  closed: ReadonlySet<string>,
  passes: Passes | null,
): TreeRow[] {
  const wanted = search.trim().toLowerCase()
  const holds = (text: string) => text.toLowerCase().includes(wanted)
  return groups.flatMap((group) => {
    const whole = wanted === '' || holds(group.title) || holds(group.bus) || holds(group.id)
    const found = whole
      ? group.signals
      : group.signals.filter(({ signal: { name, comment, unit } }) => [name, comment, unit].some(holds))
    const signals = passes === null ? found : found.filter(({ key }) => passes(key))
    if (signals.length === 0) return []
    const isOpen = wanted !== '' || passes !== null || !closed.has(group.key)
    const head: TreeRow = { kind: 'group', key: group.key, group, isOpen }
    return isOpen ? [head, ...signals.map((listed): TreeRow => ({ kind: 'signal', key: listed.key, listed, group }))] : [head]
  })
}
