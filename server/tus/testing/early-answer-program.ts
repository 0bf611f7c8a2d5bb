import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { archivingHooks } from './archiving-hooks.ts'
import { startEngineServer } from './engine-server.ts'
import { ask } from './raw-client.ts'
import { whenTold } from './when-told.ts'

/**
 * The negative control of the kill sweep: the same engine behind a front that acknowledges bytes when it has them in
 * memory and passes them on afterwards. As long as nothing is killed no client can tell; the sweep must.
 */
await whenTold(async ({ staging, archive, port }) => {
  const inner = await startEngineServer({ stagingDir: staging, hooks: archivingHooks(archive) })
  const passedOn = new Map<string, Promise<unknown>>()

  async function front(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '', inner.address).href
    const headers: Record<string, string> = {}
    for (const name of ['tus-resumable', 'content-type', 'upload-length', 'upload-offset', 'upload-checksum']) {
      const value = request.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    const body = await buffer(request)
    await passedOn.get(address)
    const passing = ask(request.method ?? '', address, headers, body)
    if (request.method === 'PATCH') {
      passedOn.set(
        address,
        passing.catch(() => undefined),
      )
      response.writeHead(204, { 'Upload-Offset': String(Number(headers['upload-offset']) + body.length) }).end()
      return
    }
    const answer = await passing
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  const server = createServer((request, response) => {
    front(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
