import { pino } from 'pino'
import { searchArchive } from '#contract/archive.ts'
import { listFleets } from '#contract/fleets.ts'
import { getCurrentUser } from '#contract/users.ts'
import { createHttpServer } from '#server/http/server.ts'
import { serveWebPages } from '#server/web-pages/web-pages.ts'
import { fleets, uploads, user } from './answers.ts'

/** Built pages as our server sends them, with its headers and its compression, and answers that need no database. */
export async function servePages(folder: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = createHttpServer({ log: pino({ level: 'warn' }), trustedProxies: [] })
  server.get(getCurrentUser.path, () => user)
  server.get(listFleets.path, () => fleets)
  server.post(searchArchive.path, (_request, reply) =>
    reply.headers({ total: '20', max: '50', offset: '0', uploads: String(uploads.length) }).send(uploads),
  )
  await serveWebPages(server, folder)
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  return { address, stop: async () => void (await server.close()) }
}
