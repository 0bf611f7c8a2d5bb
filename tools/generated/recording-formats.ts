import type { FormatAbilities } from '#recording/formats/format.ts'
import { formats } from '#recording/formats/registry.ts'
import { frameFormats } from '#recording/formats/writers.ts'

const yes = (ability: boolean): string => (ability ? 'yes' : '')

/** What each format that is read or written can keep, from the abilities that it declares. */
export function recordingFormatsTable(): string {
  const writers = new Map(frameFormats.map((format) => [format.id, format]))
  const readable = formats.filter((format) => format.abilities.busKinds.length > 0 || format.abilities.signals)
  const rows = readable.map((format) => row(format, format.abilities, writers.get(format.id)?.abilities))
  const readableIds = new Set(readable.map(({ id }) => id))
  for (const format of frameFormats) if (!readableIds.has(format.id)) rows.push(row(format, undefined, format.abilities))
  const refused = formats.filter((format) => !readableIds.has(format.id)).map((format) => format.name)
  return [
    '| id | format | frames read | frames written | CAN FD | remote | errors | channels | date | step | signals | attachments |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    ...(refused.length > 0 ? ['', `Known and refused with the reason: ${refused.join(', ')}.`] : []),
  ].join('\n')
}

/** Abilities other than the kinds of buses are the same in both directions, as far as there are both. */
function row({ id, name }: { id: string; name: string }, read?: FormatAbilities, written?: FormatAbilities): string {
  const one = read ?? written
  if (one === undefined) throw new Error(`${id} is neither read nor written`)
  const { fd, remoteFrames, errorFrames, channels, absoluteTime, timeStepNs, signals, attachments } = one
  const buses = [read, written].map((abilities) => abilities?.busKinds.join(' ') ?? '')
  const flags = [fd, remoteFrames, errorFrames, channels, absoluteTime].map(yes)
  return `| ${[id, name, ...buses, ...flags, stepText(timeStepNs), yes(signals), yes(attachments)].join(' | ')} |`
}

function stepText(nanoseconds: number): string {
  if (nanoseconds >= 1e6) return `${nanoseconds / 1e6} ms`
  return nanoseconds >= 1000 ? `${nanoseconds / 1000} µs` : `${nanoseconds} ns`
}
