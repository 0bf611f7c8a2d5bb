import type { ReadHeader } from '#recording/reading/recording-pass.ts'
import type { RecordingFacts } from '#contract/archive.ts'
import { formats } from '#recording/formats/registry.ts'
import type { Instant } from '#recording/instant.ts'
import type { RecordingProblem } from '#recording/recording-error.ts'
import type { Look } from './thread-messages.ts'

/** What the archive keeps of a look into a file. */
export interface Findings {
  readonly state: 'ready' | 'failed' | 'plain'
  /** One sentence with the place in the file; also of a recording that can be read only in part. */
  readonly problem: string | null
  readonly recording: RecordingFacts | null
}

export function findingsOf(look: Look, extension: string): Findings {
  switch (look.kind) {
    case 'unknown':
      return unknownContent(extension)
    case 'broken':
      return failedFindings(sentenceOf(look.problem))
    case 'fault':
      return failedFindings(`The reader failed: ${look.message}`)
    case 'recording': {
      const { header } = look
      const problem = header.problem === undefined ? null : sentenceOf(header.problem)
      const readable = problem === null || header.frameCount > 0 || header.sampleCount > 0
      return { state: readable ? 'ready' : 'failed', problem, recording: factsOf(header) }
    }
  }
}

/** The file is kept, and says why nobody can read it. */
export function failedFindings(problem: string): Findings {
  return { state: 'failed', problem: problem.replaceAll('\u0000', '').slice(0, 2000), recording: null }
}

/** A text note is just a file; a file that calls itself a recording and is none is broken. */
function unknownContent(extension: string): Findings {
  const format = formats.find(({ id }) => id === extension)
  if (format === undefined) return { state: 'plain', problem: null, recording: null }
  return failedFindings(
    `The file is called .${extension} but does not begin as ${format.name} does at byte 0; upload the original file`,
  )
}

function sentenceOf({ message, offset }: RecordingProblem): string {
  return /\bbyte \d/.test(message) ? message : `${message} (at byte ${offset})`
}

function factsOf(header: ReadHeader): RecordingFacts {
  return {
    format: header.format,
    version: header.version,
    startDate: momentOf(header.start),
    endDate: momentOf(header.end),
    frameCount: header.frameCount,
    buses: header.buses.map(({ channel, kind, name, frameCount }) => ({ channel, kind, name, frameCount })),
  }
}

/** Moments have years of four digits; a damaged file may claim anything. */
function momentOf(instant: Instant | null): string | null {
  if (instant === null) return null
  const date = new Date(instant.epochMs)
  if (Number.isNaN(date.getTime())) return null
  const text = date.toISOString()
  return /^\d{4}-/.test(text) ? text : null
}
