import { access, open, rename, rm } from 'node:fs/promises'
import type { ByteSink } from '#recording/byte-sink.ts'
import { Failure, exit } from '../failure.ts'
import { FileSink } from './file-sink.ts'
import { reasonOf } from './opened-recording.ts'

/**
 * Writes a file under a name of its own, which becomes `path` only when `write` has ended well: nobody ever finds half
 * a file. It is gone when `write` fails or the program is interrupted.
 * @throws Failure when `path` is there already (without `force`) or cannot be written
 */
export async function writeWhole<T>(path: string, force: boolean, write: (sink: ByteSink) => Promise<T>): Promise<T> {
  await refuseExisting(path, force)
  const draft = `${path}.part-${process.pid}`
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort()
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt)
  const file = await open(draft, 'w').catch((error: unknown) => {
    throw new Failure(`${path} cannot be written: ${reasonOf(error)}.`)
  })
  try {
    const sink = new FileSink(file)
    const outcome = await Promise.race([write(sink), interrupted(stop.signal)])
    await sink.flush()
    await file.sync()
    await file.close()
    await refuseExisting(path, force)
    await rename(draft, path)
    return outcome
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(draft, { force: true })
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new Failure(`${path} cannot be written: ${reasonOf(error)}.`)
    throw error
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
  }
}

async function refuseExisting(path: string, force: boolean): Promise<void> {
  if (force) return
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new Failure(`${path} exists already; --force replaces it.`, exit.usage)
}

async function interrupted(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Failure('Stopped; nothing was written.', exit.paused)))
  })
}
