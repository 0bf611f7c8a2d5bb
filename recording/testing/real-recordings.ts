import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of the manifest that lies beside the real recordings. */
export interface RealRecording {
  path: string
  kind: string
  description: string
}

export const realRecordingsFolder = process.env.LOGGERHEAD_RECORDINGS ?? join(import.meta.dirname, '../../../shared/recordings')
const manifest = join(realRecordingsFolder, 'MANIFEST.tsv')

/** Why the real recordings cannot be used here, or null when they can. */
export const realRecordingsMissing = existsSync(manifest)
  ? null
  : 'The real recordings are not on this machine (set LOGGERHEAD_RECORDINGS); generated ones are tested instead.'

/** All rows of the manifest; none where there are no real recordings on this machine. */
export function allRealRecordings(): RealRecording[] {
  if (realRecordingsMissing) return []
  return readFileSync(manifest, 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
    .map((cells) => ({ path: cells[0] ?? '', kind: cells[2] ?? '', description: cells[6] ?? '' }))
}

/** The real recordings of some kinds; empty where there are none on this machine. */
export function realRecordings(...kinds: readonly string[]): RealRecording[] {
  return allRealRecordings().filter(({ kind }) => kinds.includes(kind))
}

export function realBytes(recording: Pick<RealRecording, 'path'>): Uint8Array {
  return readFileSync(realPath(recording))
}

/** Where the recording lies, for other programs. */
export function realPath(recording: Pick<RealRecording, 'path'>): string {
  return join(realRecordingsFolder, recording.path)
}
