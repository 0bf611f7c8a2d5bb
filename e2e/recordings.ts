import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folder = process.env['LOGGERHEAD_RECORDINGS'] ?? join(root, '../shared/recordings')

/** A recording of a real logger, or undefined (said aloud) where this machine has none. */
export function realRecording(path: string): string | undefined {
  const file = join(folder, path)
  if (existsSync(file)) return file
  console.warn(`No real recordings here (${path}); set LOGGERHEAD_RECORDINGS to their folder. A generated recording is used instead.`)
  return undefined
}
