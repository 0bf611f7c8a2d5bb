import type { FileVersion, RecordingFacts, UploadRow } from '#contract/archive.ts'
import { typeName } from './selection.ts'

const number = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** What a row tells of its recordings: facts, why one cannot be read, or that it has not been looked at. */
export type RowFacts =
  | { kind: 'facts'; text: string; detail: string }
  | { kind: 'problem'; text: string; detail: string }
  | { kind: 'waiting' }
  | { kind: 'none' }

export function factsOf({ versions }: UploadRow): RowFacts {
  const failed = versions.filter(({ state }) => state === 'failed')
  if (failed.length > 0)
    return { kind: 'problem', text: failed[0]?.problem ?? 'cannot be read', detail: failed.map(problemOf).join('\n') }
  const read = versions.find(({ recording }) => recording !== null)?.recording
  if (read) return { kind: 'facts', text: factsText(read), detail: factsDetail(read) }
  return versions.some(({ state }) => state === 'waiting') ? { kind: 'waiting' } : { kind: 'none' }
}

export const problemOf = ({ extension, problem }: Pick<FileVersion, 'extension' | 'problem'>) =>
  `${typeName(extension)} cannot be read: ${problem ?? 'the reason is not known'}`

function factsText({ format, version, frameCount, buses }: RecordingFacts): string {
  // a recording of signals: how many frames it has says nothing of what is in it
  if (frameCount === 0) return `${format} ${version} · no frames`
  const parts = [
    frameCount === null ? null : `${short.format(frameCount)} frames`,
    buses.length === 0 ? null : buses.length === 1 ? (buses[0]?.name ?? null) : `${buses.length} buses`,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

function factsDetail({ format, version, frameCount, buses }: RecordingFacts): string {
  const head = `${format} ${version}${frameCount === null ? '' : `, ${number.format(frameCount)} frames`}`
  return [head, ...buses.map(({ name, kind, frameCount: frames }) => `${name} (${kind}): ${number.format(frames)} frames`)].join(
    '\n',
  )
}

/** How many uploads of a group have a file that cannot be read. */
export const problemCount = (rows: readonly UploadRow[]): number =>
  rows.filter(({ versions }) => versions.some(({ state }) => state === 'failed')).length
