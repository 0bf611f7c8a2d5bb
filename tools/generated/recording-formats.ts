import type { FormatAbilities } from '#recording/formats/format.ts'
import { formats } from '#recording/formats/registry.ts'
import { frameFormats } from '#recording/formats/writers.ts'

const yes = (ability: boolean): string => (ability ? 'yes' : '')

/** What each format that is read or written can keep, from the abilities that it declares. */
export function recordingFormatsTable(): string {
  const writers = new Map(frameFormats.map((format) => [format.id, format]))
  const readable = formats.filter((format) => format.abilities.busKinds.length > 0 || format.abilities.signals)
  const rows = readable.map((format) => row(format.id, format.name, format.abilities, 'read', writers.has(format.id)))
  const readableIds = new Set(readable.map(({ id }) => id))
  for (const format of frameFormats)
    if (!readableIds.has(format.id)) rows.push(row(format.id, format.name, format.abilities, '', true))
  const refused = formats.filter((format) => !readableIds.has(format.id)).map((format) => format.name)
  return [
    '| id | format | frames | buses | CAN FD | remote | errors | channels | date | step | signals | attachments |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    ...(refused.length > 0 ? ['', `Known and refused with the reason: ${refused.join(', ')}.`] : []),
  ].join('\n')
}

function row(id: string, name: string, abilities: FormatAbilities, read: string, written: boolean): string {
  const a = abilities
  const cells = [id, name, [read, written ? 'write' : ''].filter(Boolean).join(', '), a.busKinds.join(' ')]
  const flags = [a.fd, a.remoteFrames, a.errorFrames, a.channels, a.absoluteTime].map(yes)
  return `| ${[...cells, ...flags, stepText(a.timeStepNs), yes(a.signals), yes(a.attachments)].join(' | ')} |`
}

function stepText(nanoseconds: number): string {
  if (nanoseconds >= 1e6) return `${nanoseconds / 1e6} ms`
  return nanoseconds >= 1000 ? `${nanoseconds / 1000} µs` : `${nanoseconds} ns`
}
