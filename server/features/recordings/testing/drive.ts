import { expect, vi } from 'vitest'
import { getRecording, getRecordingSignals } from '#contract/recordings.ts'
import type { RecordingIndex } from '#contract/recordings.ts'
import type { ByteSource } from '#recording/byte-source.ts'
import { memorySource } from '#recording/byte-source.ts'
import { FrameBlockBuilder } from '#recording/frames.ts'
import type { FrameBlock } from '#recording/frames.ts'
import type { SignalStore } from '#recording/signal-store/store.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'

let serial = 0

/** Identifier 0x100 on channel 1 every 10 ms and 0x200 on channel 2 every 20 ms; the first byte counts, the last makes files differ. */
export function driveFrames(count: number): FrameBlock[] {
  const builder = new FrameBlockBuilder()
  const mark = ++serial
  for (let i = 0; i < count; i++) {
    builder.add(i * 1e7, 0, 0x100, 0, Uint8Array.of(i & 0xff, 0, 0, 0, 0, 0, 0, mark), 0, 8)
    if (i % 2 === 0) builder.add(i * 1e7 + 1e6, 1, 0x200, 0, Uint8Array.of(i & 0xff, 0, 0, 0), 0, 4)
  }
  return [builder.take()]
}

/** Sends a recording of a logger, and gives its file's id. */
export async function sendDrive(api: TestApi, token: string, bytes: Uint8Array, filename = 'drive.vsb'): Promise<number> {
  return (await send(api, { from: 'device', token, bytes, metadata: { filename } })).fileVersionId
}

/** What is known of the recording, once nothing that decodes it waits any more. */
export async function whenDecoded(api: TestApi, token: string, id: number): Promise<RecordingIndex> {
  return await vi.waitFor(
    async () => {
      const { body } = await api.call(getRecording, { token, params: { id } })
      expect(body.signals).toMatchObject({ pending: false })
      expect(body.signals.state).not.toBe('waiting')
      return body
    },
    { timeout: 20_000, interval: 20 },
  )
}

/** The signals as they are read by Range. */
export async function openSignals(api: TestApi, token: string, recording: RecordingIndex): Promise<SignalStore> {
  const store = recording.signals.store ?? 'none'
  const source: ByteSource = {
    size: recording.signals.size,
    async read(offset, length) {
      const end = Math.min(offset + length, recording.signals.size)
      const { bytes } = await fetchSignals(api, token, recording.id, { store, range: `bytes=${offset}-${end - 1}` })
      return bytes
    },
  }
  return await openSignalStore(source)
}

interface Asked {
  readonly store?: string
  readonly range?: string
  readonly headers?: Readonly<Record<string, string>>
}

export async function fetchSignals(api: TestApi, token: string, id: number, { store, range, headers }: Asked = {}) {
  const url = new URL(getRecordingSignals.path.replace('{id}', String(id)), api.app.address)
  if (store !== undefined) url.searchParams.set('store', store)
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, ...(range !== undefined && { range }), ...headers },
  })
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** The physical values of a signal, all of them. */
export async function valuesOf(store: SignalStore, name: string): Promise<number[]> {
  const signal = store.signals.find((one) => one.name === name)
  if (signal === undefined) throw new Error(`The store has no signal ${name}: ${store.signals.map((one) => one.name).join()}`)
  return [...(await store.samples(signal, -Infinity, Infinity)).values]
}

/** The same of bytes at hand. */
export const openBytes = (bytes: Uint8Array): Promise<SignalStore> => openSignalStore(memorySource(bytes))
