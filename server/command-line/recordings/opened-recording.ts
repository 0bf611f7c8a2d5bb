import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ByteSource } from '#recording/byte-source.ts'
import type { Format } from '#recording/formats/format.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { RecordingError } from '#recording/recording-error.ts'
import { Failure } from '../failure.ts'
import type { StatusLine } from '../upload/progress-line.ts'
import { uploadProgress } from '../upload/progress-line.ts'
import { fileSource, openFile } from './file-source.ts'

export interface OpenedRecording {
  readonly path: string
  readonly format: Format
  readonly source: ByteSource
}

/**
 * Opens a recording for the length of `use`, with a progress bar on `line`.
 * @throws Failure when the file cannot be opened, is no recording, or fails while `use` reads it
 */
export async function withRecording<T>(
  path: string,
  line: StatusLine,
  use: (recording: OpenedRecording) => Promise<T>,
): Promise<T> {
  const file = await openFile(path).catch((error: unknown) => {
    throw new Failure(`${path} cannot be opened: ${reasonOf(error)}.`)
  })
  try {
    const { size } = await file.stat()
    const source = await fileSource(file, uploadProgress(line, basename(path), size))
    const format = await detectFormat(source)
    if (!format) throw new Failure(`${path} is no recording that can be read here; look at the list of formats in the reference.`)
    return await use({ path, format, source })
  } catch (error) {
    if (error instanceof RecordingError) throw new Failure(`${path}: ${error.message}`)
    throw error
  } finally {
    line.clear()
    await file.close()
  }
}

/** The bytes of a small file that an option names. */
export async function bytesOf(path: string): Promise<Uint8Array> {
  return await readFile(path).catch((error: unknown) => {
    throw new Failure(`${path} cannot be opened: ${reasonOf(error)}.`)
  })
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'there is no such folder',
}

/** What the system said, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return reasons[code] ?? error.message
}
