import { parentPort } from 'node:worker_threads'
import type { ByteSource } from '#recording/byte-source.ts'
import { readHeader } from '#recording/formats/registry.ts'
import { RecordingError } from '#recording/recording-error.ts'
import type { FromThread, Look, ToThread } from './thread-messages.ts'

/* Runs in a worker thread: looks into one file after the other, whatever their bytes do to it. */

const waiting = new Map<number, (bytes: Uint8Array) => void>()
let requests = 0

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}

/** The file as the main thread hands it out, piece by piece. A request that fails there ends this thread. */
function sourceOf(size: number): ByteSource {
  return {
    size,
    read(offset, length) {
      const { promise, resolve } = Promise.withResolvers<Uint8Array>()
      const request = ++requests
      waiting.set(request, resolve)
      tell({ kind: 'want', request, offset, length })
      return promise
    },
  }
}

async function look(size: number): Promise<Look> {
  try {
    const header = await readHeader(sourceOf(size))
    return header === null ? { kind: 'unknown' } : { kind: 'recording', header }
  } catch (error) {
    if (error instanceof RecordingError) return { kind: 'broken', problem: error.toProblem() }
    return { kind: 'fault', message: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'look':
      void look(message.size).then((seen) => tell({ kind: 'seen', look: seen }))
      return
    case 'bytes':
      waiting.get(message.request)?.(message.bytes)
      waiting.delete(message.request)
  }
})
