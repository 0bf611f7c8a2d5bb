import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import type { ViewFiles } from './files.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** The bench's page, and both files by Range, from one plain server: neither side has another one's overhead. */
export async function serveView(pages: string, files: ViewFiles): Promise<{ address: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const path =
      pathname === '/store'
        ? files.store
        : pathname === '/raw'
          ? files.raw
          : join(pages, normalize(pathname === '/' ? '/index.html' : pathname))
    send(path, request.headers.range, response).catch(() => response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('The server has no port')
  return {
    address: `http://127.0.0.1:${place.port}/`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function send(path: string, range: string | undefined, response: ServerResponse): Promise<void> {
  const { size } = await stat(path)
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  const [start, end] = from === undefined ? [0, size - 1] : [Number(from), Math.min(Number(to), size - 1)]
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'content-length': end - start + 1,
    etag: '"view"',
    'cache-control': 'no-store',
    'content-range': `bytes ${start}-${end}/${size}`,
  })
  createReadStream(path, { start, end, highWaterMark: 1024 * 1024 }).pipe(response)
}
