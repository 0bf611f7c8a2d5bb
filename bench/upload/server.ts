import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { TusEngine } from '#server/tus/engine.ts'

/** A server to send to, in a process of its own: `server.ts KIND FOLDER` prints its port. */
const [kind, folder = ''] = process.argv.slice(2)
const server: Server = createServer((request, response) => {
  const handle = kind === 'engine' ? engine : kind === 'sink' ? sink : drop
  handle(request, response).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
server.requestTimeout = 0

const tus = new TusEngine<null>({
  stagingDir: folder,
  maxBytes: () => undefined,
  expiresAfterMs: 3_600_000,
  clock: Date.now,
  hooks: {
    readContext: () => null,
    ownerOf: () => '',
    onCreate: async () => undefined,
    onComplete: async (_context, upload) => {
      await rm(upload.path)
      return { 'x-sha256': upload.sha256 }
    },
    onFault: (error) => console.error(error),
  },
})

/** The product's engine: both hashes, journal, fsync before the answer. */
async function engine(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = /^\/uploads\/([^/]+)$/.exec(request.url ?? '')?.[1]
  await tus.handle(request, response, { context: null, id, location: (created) => `/uploads/${created}` })
}

let files = 0
/** The least that keeps a file for good: body to file, fsync, answer; no hashes, no resume. */
async function sink(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(folder, `sink-${(files += 1)}`)
  await pipeline(request, createWriteStream(path, { flush: true, highWaterMark: 1024 * 1024 }))
  await rm(path)
  response.writeHead(204).end()
}

/** What HTTP alone costs. */
async function drop(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for await (const piece of request) void piece
  response.writeHead(204).end()
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address !== 'string') console.log(address.port)
})
