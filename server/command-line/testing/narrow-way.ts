import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

export interface NarrowWay {
  /** Use this instead of the server's address. */
  readonly address: string
  /** Bytes from clients so far. */
  passed(): number
  /** Lets so many more bytes through, then nothing; resolves when no more may pass. */
  allow(bytes: number): Promise<void>
  close(): Promise<void>
}

/** A connection to the server that stops after so many bytes from the client, without closing: as a logger in a tunnel. */
export async function startNarrowWay(server: string): Promise<NarrowWay> {
  const target = new URL(server)
  const sockets = new Set<Socket>()
  let passed = 0
  let left = Number.POSITIVE_INFINITY
  let exhausted = (): void => {}
  const listener = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    }
    upstream.pipe(client)
    client.on('close', () => upstream.destroy())
    client.on('data', (data) => {
      const part = data.subarray(0, Math.max(0, left))
      passed += part.length
      left -= data.length
      if (part.length > 0) upstream.write(part)
      if (left > 0) return
      client.pause()
      exhausted()
    })
  })
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready))
  return {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    passed: () => passed,
    allow(bytes) {
      left = bytes
      return new Promise((resolve) => (exhausted = resolve))
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => listener.close(done))
    },
  }
}
