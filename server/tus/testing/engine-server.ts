import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { TusEngine } from '../engine.ts'
import type { ReceivedUpload, TusEngineOptions, TusHooks } from '../hooks.ts'

const storedContext = z.object({ owner: z.string() })
export type OwnerContext = z.infer<typeof storedContext>

/** The smallest meaning that uploads can have: an owner, from the header `x-owner`. */
export function ownerHooks(more: Partial<TusHooks<OwnerContext>>): TusHooks<OwnerContext> {
  return {
    readContext: (stored) => storedContext.parse(stored),
    ownerOf: (context) => context.owner,
    onCreate: async () => undefined,
    onComplete: async () => ({}),
    onFault: (error) => {
      throw error
    },
    ...more,
  }
}

export interface EngineServer {
  /** The address of all uploads. */
  readonly address: string
  readonly engine: TusEngine<OwnerContext>
  readonly server: Server
  stop(): Promise<void>
}

/** A plain HTTP server around an engine, as small as the engine's interface allows. */
export async function startEngineServer(
  options: Partial<TusEngineOptions<OwnerContext>> & { stagingDir: string },
  port = 0,
): Promise<EngineServer> {
  const engine = new TusEngine<OwnerContext>({
    maxBytes: () => undefined,
    expiresAfterMs: 3_600_000,
    clock: Date.now,
    hooks: ownerHooks({}),
    ...options,
  })
  await engine.recover()
  const server = createServer((request, response) => void route(engine, request, response))
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${portOf(server)}/uploads`,
    engine,
    server,
    async stop() {
      await engine.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}

async function route(engine: TusEngine<OwnerContext>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const owner = request.headers['x-owner']
  const id = /^\/uploads\/([^/]+)$/.exec(request.url ?? '')?.[1]
  await engine.handle(request, response, {
    context: { owner: typeof owner === 'string' ? owner : 'somebody' },
    id,
    location: (created) => `/uploads/${created}`,
  })
}

export type { ReceivedUpload }
