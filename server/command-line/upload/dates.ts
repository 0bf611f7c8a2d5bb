import { detectFormat } from '#recording/formats/registry.ts'
import { fileSource, openFile } from '../recordings/file-source.ts'
import type { LocalFile } from './local-files.ts'

/** What a file's upload says of its time; nothing where the server finds it in the file itself. */
export interface StatedDates {
  readonly start?: string
  readonly end?: string
}

/**
 * The dates that were given; without any, those of a recording stay unsaid (the server reads them from it) and any other file
 * has the time at which it was last changed.
 */
export async function statedDates(file: LocalFile, given: { start?: Date; end?: Date }): Promise<StatedDates> {
  const modified = new Date(file.modified)
  if (!given.start && !given.end && (await isRecording(file.path))) return {}
  const start = given.start ?? (given.end && given.end < modified ? given.end : modified)
  const end = given.end ?? (start > modified ? start : modified)
  return { start: start.toISOString(), end: end.toISOString() }
}

async function isRecording(path: string): Promise<boolean> {
  const file = await openFile(path)
  try {
    return (await detectFormat(await fileSource(file))) !== null
  } finally {
    await file.close()
  }
}
