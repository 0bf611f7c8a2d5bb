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

/** The real recordings of some kinds; empty where there are none on this machine. */
export function realRecordings(...kinds: readonly string[]): RealRecording[] {
  if (realRecordingsMissing) return []
  return readFileSync(manifest, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((cells) => kinds.includes(cells[2] ?? ''))
    .map((cells) => ({ path: cells[0] ?? '', kind: cells[2] ?? '', description: cells[6] ?? '' }))
}

export function realBytes(recording: Pick<RealRecording, 'path'>): Uint8Array {
  return readFileSync(realPath(recording))
}

/** Where the recording lies, for other programs. */
export function realPath(recording: Pick<RealRecording, 'path'>): string {
  return join(realRecordingsFolder, recording.path)
}
