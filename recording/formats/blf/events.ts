import type { RecordingEvent } from '../format.ts'
import type { ObjectBody } from './frame-sink.ts'
import { objectType } from './layout.ts'

export const eventTypes: ReadonlySet<number> = new Set([
  objectType.appTrigger,
  objectType.appText,
  objectType.eventComment,
  objectType.globalMarker,
])

/** Texts are in the code page of the machine that logged: UTF-8 where it can be that, else Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  const text = end < 0 ? bytes : bytes.subarray(0, end)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return new TextDecoder('windows-1252').decode(text)
  }
}

/** The event that an object of `eventTypes` is, or null when it is none that people made. */
export function eventOf(type: number, body: ObjectBody): RecordingEvent | null {
  const { bytes, view, at, end, timeNs } = body
  const length = end - at
  const text = (start: number, size: number): string =>
    textOf(bytes.subarray(Math.min(end, at + start), Math.min(end, at + start + size)))
  if (type === objectType.appTrigger) return { timeNs, kind: 'trigger', name: 'Trigger', comment: '' }
  if (type === objectType.eventComment && length >= 16)
    return { timeNs, kind: 'marker', name: 'Comment', comment: text(16, view.getUint32(at + 4, true)) }
  // Other sources of application text are the logger's own notes: databases, XML about channels.
  if (type === objectType.appText && length >= 16 && view.getUint32(at, true) === 0)
    return { timeNs, kind: 'marker', name: 'Comment', comment: text(16, view.getUint32(at + 8, true)) }
  if (type !== objectType.globalMarker || length < 40) return null
  const [group, name, comment] = [16, 20, 24].map((field) => view.getUint32(at + field, true))
  return {
    timeNs,
    kind: 'marker',
    name: [text(40, group ?? 0), text(40 + (group ?? 0), name ?? 0)].filter(Boolean).join(': '),
    comment: text(40 + (group ?? 0) + (name ?? 0), comment ?? 0),
  }
}
