import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Heard {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Reply {
  status?: number
  statusText?: string
  headers?: Record<string, string>
  /** Sent as JSON unless it is text; nothing when left out. */
  body?: unknown
  /** Break the connection instead of answering. */
  cut?: boolean
}

/** A real HTTP server whose answers a test decides. */
export async function startScriptedServer(answer: (request: Heard) => Reply | Promise<Reply>) {
  const heard: Heard[] = []
  const server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const chunk of incoming) body += String(chunk)
    const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body }
    heard.push(request)
    const reply = await answer(request)
    if (reply.cut) return void incoming.socket.destroy()
    const text = reply.body === undefined ? '' : typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    outgoing.writeHead(reply.status ?? 200, reply.statusText ?? '', { 'content-type': 'application/json', ...reply.headers })
    outgoing.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    heard,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
