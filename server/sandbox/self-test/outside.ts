import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo, ListenOptions, Server } from 'node:net'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Things of this machine that really are there, for probes to look for. */
export interface Outside {
  readonly facts: Readonly<Record<string, string | number>>
  /** Whether somebody has connected: a probe that lies would not tell. */
  readonly reached: () => boolean
  close(): Promise<void>
}

/** @param folder where everybody may read, on this machine */
export async function openOutside(folder: string): Promise<Outside> {
  let reached = false
  const server = createServer((socket) => {
    reached = true
    socket.destroy()
  })
  const abstract = createServer((socket) => {
    reached = true
    socket.destroy()
  })
  const name = `loggerhead-${randomBytes(8).toString('hex')}`
  await listen(server, { host: '127.0.0.1', port: 0 })
  await listen(abstract, { path: `\0${name}` })
  const file = join(folder, 'outside')
  await writeFile(file, 'for probes\n', { mode: 0o644 })
  const port = (server.address() as AddressInfo).port
  return {
    facts: { file, folder, process: process.pid, port, socket: name, name: hostname() },
    reached: () => reached,
    close: async () => {
      server.close()
      abstract.close()
    },
  }
}

async function listen(server: Server, where: ListenOptions): Promise<void> {
  server.listen(where)
  server.unref()
  await once(server, 'listening')
}
