import { afterAll, describe, expect, it } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { testFrames, writtenMf4 } from '#recording/testing/written.ts'
import { JobFailure } from '#server/queue/job-handler.ts'
import type { ExportHelpers } from './exporter.ts'
import { Exporter } from './exporter.ts'
import type { ExportTask } from './thread-messages.ts'

const bytes = await writtenMf4(testFrames(2000, true))
const exporter = new Exporter()
afterAll(() => exporter.close())

const never = new AbortController().signal

function taskOf(size: number): ExportTask {
  const all = { content: null, hertz: null, startMs: null, endMs: null, signals: null }
  return { fileSize: size, storeSize: null, catalogs: [], format: 'blf', ...all }
}

function helpersOf(given: Uint8Array, changed: Partial<ExportHelpers> = {}): ExportHelpers {
  return {
    file: memorySource(given),
    store: null,
    formOf: () => Promise.reject(new Error('nobody asks for catalogs')),
    write: async () => {},
    ...changed,
  }
}

describe('a thread that exports', () => {
  it('is used again, also after a file that is no recording', async () => {
    for (let round = 0; round < 2; round++) {
      const note = Buffer.from('a note')
      expect(await exporter.export(taskOf(note.length), helpersOf(note), never)).toMatchObject({ kind: 'refused' })
      const outcome = await exporter.export(taskOf(bytes.length), helpersOf(bytes), never)
      expect(outcome).toMatchObject({ kind: 'exported', content: 'frames', count: 2000, problem: null })
    }
  })

  it('exports what there is of a cut recording, or says why it cannot', async () => {
    for (let part = 0; part < 16; part++) {
      const damaged = bytes.slice(0, (bytes.length * part) / 16)
      const outcome = await exporter.export(taskOf(damaged.length), helpersOf(damaged), never)
      if (outcome.kind === 'refused') expect(outcome.reason).not.toMatch(/failed/)
      else expect(outcome).toMatchObject({ count: expect.any(Number), problem: { kind: 'short-read' } })
    }
  })

  it('hands on what a helper throws, and stops when it is told', async () => {
    const fails = helpersOf(bytes, { write: () => Promise.reject(new Error('the disk is gone')) })
    await expect(exporter.export(taskOf(bytes.length), fails, never)).rejects.toThrow('the disk is gone')
    const stop = new AbortController()
    const stops = helpersOf(bytes, {
      write: async () => stop.abort(new Error('cancelled')),
    })
    await expect(exporter.export(taskOf(bytes.length), stops, stop.signal)).rejects.toThrow('cancelled')
  })

  it('is ended when it takes too much memory, or stands still', async () => {
    const small = new Exporter({ idleMilliseconds: 60_000, memoryBytes: 12 * 1024 * 1024 })
    await expect(small.export(taskOf(bytes.length), helpersOf(bytes), never)).rejects.toThrow(JobFailure)
    const hasty = new Exporter({ idleMilliseconds: 0, memoryBytes: 2 ** 30 })
    await expect(hasty.export(taskOf(bytes.length), helpersOf(bytes), never)).rejects.toThrow('stood still')
    await small.close()
    await hasty.close()
  })
})
