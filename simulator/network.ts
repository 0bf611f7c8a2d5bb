import { connect as connectPlain, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { SeededRandom } from './seeded-random.ts'

/** How the way to the server behaves. `duplicate` and `reorder` also change the order of deliveries (see delivery.ts). */
export const networkKinds = ['good', 'slow', 'cut', 'blackhole', 'duplicate', 'reorder'] as const
export type NetworkKind = (typeof networkKinds)[number]

export interface BadNetwork {
  /** Use this address instead of the server's. */
  url: string
  /** Connections that were broken on purpose so far. */
  broken: () => number
  close(): Promise<void>
}

export interface BadNetworkOptions {
  server: string
  kind: NetworkKind
  seed: string
  /** For `slow`: bytes per second and connection. */
  bytesPerSecond?: number
  /** For `cut` and `blackhole`: a connection lasts between these many bytes. */
  fewestBytes?: number
  mostBytes?: number
}

/** A TCP proxy on loopback in front of the server that treats connections badly. */
export async function startBadNetwork(options: BadNetworkOptions): Promise<BadNetwork> {
  const random = new SeededRandom(`network ${options.seed}`)
  const target = new URL(options.server)
  const open = new Set<Socket>()
  let broken = 0
  const proxy = createServer((client) => {
    const upstream = connectTo(target)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      // Broken connections are the purpose; both ends find out by the close.
      socket.on('error', () => socket.destroy())
    }
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    treat(client, upstream, options, random, () => broken++)
  })
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject)
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    broken: () => broken,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => proxy.close(() => resolve()))
    },
  }
}

function connectTo(target: URL): Socket {
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
  return target.protocol === 'https:'
    ? connectTls({ host: target.hostname, port, servername: target.hostname })
    : connectPlain({ host: target.hostname, port })
}

function treat(client: Socket, upstream: Socket, options: BadNetworkOptions, random: SeededRandom, onBreak: () => void): void {
  const { kind } = options
  if (kind === 'slow') {
    throttle(client, upstream, options.bytesPerSecond ?? 256 * 1024)
    upstream.pipe(client)
  } else if (kind === 'cut' || kind === 'blackhole') {
    const limit = random.whole(options.fewestBytes ?? 40_000, options.mostBytes ?? 1_500_000)
    afterBytes(client, upstream, limit, () => {
      onBreak()
      if (kind === 'cut') client.resetAndDestroy()
      else client.pause()
    })
    upstream.pipe(client)
  } else if (kind === 'duplicate') {
    client.pipe(upstream)
    loseSomeAnswers(client, upstream, random, onBreak)
  } else {
    client.pipe(upstream)
    upstream.pipe(client)
  }
}

/** Hands on at most `bytesPerSecond`, in slices of a twentieth of a second. */
function throttle(from: Socket, to: Socket, bytesPerSecond: number): void {
  const slice = Math.max(1, Math.floor(bytesPerSecond / 20))
  from.on('readable', function step(): void {
    if (from.destroyed || to.destroyed) return
    const bytes: Buffer | null = from.read(Math.min(slice, from.readableLength))
    if (bytes === null) return
    from.off('readable', step)
    to.write(bytes)
    setTimeout(
      () => {
        from.on('readable', step)
        step.call(from)
      },
      (bytes.length / bytesPerSecond) * 1000,
    ).unref()
  })
  from.on('end', () => to.end())
}

/** Hands on `limit` bytes, then nothing more, and calls `then` once. */
function afterBytes(from: Socket, to: Socket, limit: number, then: () => void): void {
  let left = limit
  from.on('data', (bytes: Buffer) => {
    if (left <= 0) return
    const part = bytes.subarray(0, left)
    left -= part.length
    if (!to.write(part)) {
      from.pause()
      to.once('drain', () => left > 0 && from.resume())
    }
    if (left <= 0) then()
  })
  from.on('end', () => to.end())
}

/** Every third answer or so is lost after the server acted: the client must send the request again. */
function loseSomeAnswers(client: Socket, upstream: Socket, random: SeededRandom, onBreak: () => void): void {
  upstream.on('data', (bytes: Buffer) => {
    if (random.chance(0.3)) {
      onBreak()
      client.resetAndDestroy()
    } else client.write(bytes)
  })
  upstream.on('end', () => client.end())
}
