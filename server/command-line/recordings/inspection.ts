import { stat } from 'node:fs/promises'
import { frameFlag } from '#recording/frames.ts'
import { nanosecondsBetween } from '#recording/instant.ts'
import { RecordingError } from '#recording/recording-error.ts'
import type { RecordingProblem } from '#recording/recording-error.ts'
import { IdTally } from '#recording/reading/id-tally.ts'
import type { IdSummary } from '#recording/reading/id-tally.ts'
import { instantText } from './instant-text.ts'
import type { OpenedRecording } from './opened-recording.ts'

export interface InspectedSignal {
  readonly group: string
  readonly name: string
  readonly unit: string
  readonly samples: number
}

/** What `inspect` finds, as it prints it with `--json`. Times are UTC, ISO 8601 with nanoseconds. */
export interface Inspection {
  readonly file: string
  readonly bytes: number
  readonly format: string
  readonly formatName: string
  readonly version: string
  /** False when the logger did not close the file properly. */
  readonly finalized: boolean
  /** The zero of the recording's times. */
  readonly origin: string
  readonly start: string | null
  readonly end: string | null
  readonly durationSeconds: number | null
  readonly frameCount: number
  readonly remoteFrameCount: number
  readonly errorFrameCount: number
  readonly buses: readonly { kind: string; channel: number; name: string; frameCount: number; idCount: number }[]
  readonly ids: readonly IdSummary[]
  readonly signals: readonly InspectedSignal[]
  readonly sampleCount: number
  readonly attachments: readonly { fileName: string; mimeType: string; size: number; comment: string }[]
  readonly events: readonly { seconds: number; kind: string; name: string; comment: string }[]
  readonly problems: readonly RecordingProblem[]
}

/** Reads all of a recording. What cannot be read further on is a problem of the answer; throws when nothing can be read. */
export async function inspect({ path, format, source }: OpenedRecording): Promise<Inspection> {
  const header = await format.readHeader(source)
  const problems = new Map<string, RecordingProblem>()
  const note = (problem: RecordingProblem): unknown => problems.set(`${problem.offset} ${problem.message}`, problem)
  const attempt = async <T>(read: () => Promise<T> | undefined, otherwise: T): Promise<T> => {
    try {
      return (await read()) ?? otherwise
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error
      note(error.toProblem())
      return otherwise
    }
  }
  if (header.problem) note(header.problem)
  const tally = new IdTally()
  let [remoteFrameCount, errorFrameCount] = [0, 0]
  let buses = header.buses
  let ids: IdSummary[] = []
  await attempt(async () => {
    const stream = await format.readFrames(source, { order: 'file', reuse: true })
    try {
      for await (const block of stream.blocks) {
        tally.add(block)
        for (let row = 0; row < block.count; row++) {
          const flags = block.flags[row] ?? 0
          if (flags & frameFlag.remote) remoteFrameCount++
          if (flags & frameFlag.error) errorFrameCount++
        }
      }
    } finally {
      buses = tally.summaries(stream.buses)
      ids = tally.result(stream.buses)
    }
  }, undefined)
  const attachments = await attempt(async () => await format.readAttachments?.(source), [])
  const events = await attempt(async () => await format.readEvents?.(source), [])
  const { size } = await stat(path)
  const { start, end } = header
  return {
    file: path,
    bytes: size,
    format: header.format,
    formatName: format.name,
    version: header.version,
    finalized: header.finalized,
    origin: instantText(header.origin),
    start: start && instantText(start),
    end: end && instantText(end),
    durationSeconds: start && end && nanosecondsBetween(start, end) / 1e9,
    frameCount: header.frameCount,
    remoteFrameCount,
    errorFrameCount,
    buses,
    ids,
    signals: await attempt(() => inspectSignals({ path, format, source }), []),
    sampleCount: header.sampleCount,
    attachments: (attachments ?? []).map(({ fileName, mimeType, size: bytes, comment }) => ({
      fileName,
      mimeType,
      size: bytes,
      comment,
    })),
    events: (events ?? []).map(({ timeNs, kind, name, comment }) => ({ seconds: timeNs / 1e9, kind, name, comment })),
    problems: [...problems.values()],
  }
}

async function inspectSignals({ format, source }: OpenedRecording): Promise<InspectedSignal[]> {
  const stream = await format.readSignals?.(source)
  if (!stream) return []
  const counts: number[] = []
  for await (const block of stream.blocks) counts[block.group] = (counts[block.group] ?? 0) + block.count
  return stream.groups.flatMap((group, at) =>
    group.signals.map(({ name, unit }) => ({ group: group.name, name, unit, samples: counts[at] ?? 0 })),
  )
}
