import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scratch } from '#recording/exports/export-source.ts'
import { FileSink } from './file-sink.ts'
import { fileSource } from './file-source.ts'

/** Gives `use` a place on the disk where signals wait while they are exported, so that memory does not grow with the recording. */
export async function withScratchFile<T>(use: (scratch: Scratch) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'loggerhead-'))
  const file = await open(join(folder, 'signals'), 'wx+')
  try {
    // The open file goes on without a name, and is gone however the program ends.
    await rm(folder, { recursive: true })
    const sink = new FileSink(file)
    return await use({
      write: (bytes) => sink.write(bytes),
      async source() {
        await sink.flush()
        return await fileSource(file)
      },
    })
  } finally {
    await file.close()
  }
}
