import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { Problem } from '#server/http/problem.ts'
import type { ReceivedUpload } from '../hooks.ts'
import type { LockTimes } from '../upload-lock.ts'
import type { EngineServer } from './engine-server.ts'
import { ownerHooks, startEngineServer } from './engine-server.ts'

interface EngineTimes {
  readonly lockTimes: LockTimes
  readonly silenceMs: number
}

const shortTimes: EngineTimes = { lockTimes: { takeOverAfterMs: 1000, waitMs: 3000 }, silenceMs: 3000 }

/** An engine over an empty folder for each test, with short times, a clock that the test sets, and hooks it can look into. */
export class EngineFixture {
  stagingDir = ''
  /** Milliseconds since 1970, as the engine sees it. */
  now = 0
  received: { upload: ReceivedUpload; bytes: Buffer }[] = []
  /** What `onFault` was told; must be empty at the end of a test. */
  faults: unknown[] = []
  /** The meaning of completing: replace it to let it fail. */
  completing = async (upload: ReceivedUpload): Promise<Record<string, string>> => ({ 'x-file': upload.sha256.slice(0, 8) })
  readonly #times: EngineTimes
  #running: EngineServer | undefined

  constructor(times = shortTimes) {
    this.#times = times
  }

  get running(): EngineServer {
    if (this.#running === undefined) throw new Error('The engine has not been started')
    return this.#running
  }

  /** The address of all uploads. */
  get address(): string {
    return this.running.address
  }

  async start(): Promise<void> {
    this.#running = await startEngineServer({
      stagingDir: this.stagingDir,
      maxBytes: () => 10_000_000,
      expiresAfterMs: 60_000,
      clock: () => this.now,
      ...this.#times,
      hooks: ownerHooks({
        onCreate: async (_context, { metadata }) => {
          if (metadata.get('filename') === 'refused') throw new Problem('quota', { used: 9, quota: 8 })
        },
        onComplete: async (_context, upload) => {
          const headers = await this.completing(upload)
          this.received.push({ upload, bytes: await readFile(upload.path).catch(() => Buffer.from('moved')) })
          return headers
        },
        onFault: (error) => this.faults.push(error),
      }),
    })
  }

  /** What a new process would find. */
  async restart(): Promise<void> {
    await this.running.stop()
    await this.start()
  }

  /** The address of an upload after a restart, when the port is another. */
  again(upload: string): string {
    return `${this.address}/${idOf(upload)}`
  }

  fileOf(upload: string, kind: 'data' | 'journal'): string {
    return join(this.stagingDir, `${idOf(upload)}.${kind}`)
  }
}

/** Registers the fixture for the tests of the file, or of the part of it, that calls it. */
export function useEngine(times = shortTimes): { tus: EngineFixture } {
  const holder = { tus: new EngineFixture(times) }
  beforeEach(async () => {
    holder.tus = new EngineFixture(times)
    holder.tus.stagingDir = await mkdtemp(join(tmpdir(), 'tus-engine-'))
    holder.tus.now = Date.UTC(2026, 0, 1)
    await holder.tus.start()
  })
  afterEach(async () => {
    await holder.tus.running.stop()
    await rm(holder.tus.stagingDir, { recursive: true, force: true })
    expect(holder.tus.faults).toEqual([])
  })
  return holder
}

function idOf(upload: string): string {
  return upload.split('/').at(-1) ?? ''
}
