import { afterAll, describe, expect, it } from 'vitest'
import type { ByteSource } from '#recording/byte-source.ts'
import { memorySource } from '#recording/byte-source.ts'
import { testFrames, writtenVsb } from '#recording/testing/written.ts'
import type { Helpers } from './recording-reader.ts'
import { ReaderFailed, RecordingReader, usualLimits } from './recording-reader.ts'

const forever = new AbortController().signal
const readers: RecordingReader[] = []
afterAll(() => Promise.all(readers.map((reader) => reader.close())))
function makeReader(limits: Partial<typeof usualLimits> = {}): RecordingReader {
  const reader = new RecordingReader({ ...usualLimits, ...limits })
  readers.push(reader)
  return reader
}

/** Recordings without a catalog have no signals to store. */
const alone: Helpers = {
  catalogsAt: async () => [],
  formOf: () => Promise.reject(new Error('no catalog holds')),
  store: () => Promise.reject(new Error('there are no signals')),
}

/** A file whose bytes never come. */
const silent: ByteSource = { size: 100, read: () => new Promise(() => {}) }

describe('reading in a thread', () => {
  it('gives what the library gives, and uses its threads again', async () => {
    const reader = makeReader()
    const bytes = await writtenVsb(testFrames(500, false))
    for (let i = 0; i < 3; i++) {
      expect(await reader.look(memorySource(bytes.slice()), alone, forever)).toMatchObject({
        kind: 'recording',
        header: { frameCount: 500 },
      })
    }
    expect(await reader.look(memorySource(new Uint8Array(10)), alone, forever)).toEqual({ kind: 'unknown' })
  })

  it('ends a thread that takes too long; the next file is none the worse', async () => {
    const reader = makeReader({ milliseconds: 300 })
    await expect(reader.look(silent, alone, forever)).rejects.toThrow(ReaderFailed)
    await expect(reader.look(silent, alone, forever)).rejects.toThrow(/longer than/)
    const again = makeReader()
    expect(await again.look(memorySource(new Uint8Array(10)), alone, forever)).toEqual({ kind: 'unknown' })
  })

  it('ends a thread that takes too much memory', async () => {
    const reader = makeReader({ memoryBytes: 4 * 1024 * 1024 })
    await expect(reader.look(silent, alone, forever)).rejects.toThrow(/memory/)
  })

  it('blames the store, not the file, when bytes cannot be had', async () => {
    const broken: ByteSource = { size: 100, read: () => Promise.reject(new Error('the store is away')) }
    await expect(makeReader().look(broken, alone, forever)).rejects.toThrow('the store is away')
  })

  it('stops at once when it is told to', async () => {
    const abort = new AbortController()
    const looking = makeReader().look(silent, alone, abort.signal)
    abort.abort(new Error('enough'))
    await expect(looking).rejects.toThrow('enough')
  })
})
