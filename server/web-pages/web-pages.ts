import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '#server/http/problem.ts'

/** Addresses that the web application answers for; it reads the rest of the address itself. */
const pagePaths = /^\/($|ui($|\/)|ui2($|\/)|dataspy($|\/)|docs\/api$)/

/**
 * The reader of recordings in the browser makes loops for layouts of records from text and has passes in WebAssembly. Only this
 * worker may: it has no page to harm, loads nothing else, and speaks to this server alone.
 */
const workerFile = /\/assets\/recording-worker-[^/]+\.js(\.br|\.gz)?$/
const workerPolicy = "default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'; connect-src 'self'"

/**
 * The closed box for pages that were uploaded: an origin of its own, that can load, send and open nothing. Their scripts
 * run, since reports draw their plots with them, but find nobody to speak to.
 */
const boxFile = /\/sandbox-frame\.html(\.br|\.gz)?$/
const boxPolicy =
  "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; " +
  "font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

/**
 * Serves the built web application from `folder`: files named by their hash are kept by browsers for ever,
 * the page itself is asked for each time. Precompressed copies (.br, .gz) beside a file are preferred.
 */
export async function serveWebPages(server: FastifyInstance, folder: string): Promise<void> {
  const page = () => {
    const file = join(folder, 'index.html')
    return existsSync(file) ? readFileSync(file, 'utf8') : notBuilt
  }
  let cached: string | undefined
  const sendPage = (reply: FastifyReply) => {
    if (cached === undefined || cached === notBuilt) cached = page()
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(cached)
  }
  if (existsSync(folder)) {
    await server.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      index: false,
      redirect: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes(`${folder}/assets/`) ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (workerFile.test(path)) reply.header('content-security-policy', workerPolicy)
        if (boxFile.test(path)) reply.header('content-security-policy', boxPolicy)
      },
    })
  }
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if ((request.method === 'GET' || request.method === 'HEAD') && pagePaths.test(path)) return sendPage(reply)
    throw new Problem('not-found')
  })
  // what a page's address lacks, as an id between two slashes, is the page's business: among files it would be refused
  for (const url of ['/', '/ui/*', '/ui2/*'])
    server.route({ method: ['GET', 'HEAD'], url, handler: async (_request, reply) => sendPage(reply) })
}

const notBuilt = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Loggerhead is starting</title>
<p>Loggerhead is starting: its pages are being built. This page looks again every two seconds.</p>
<p>If this stays, start Loggerhead with <code>npm start</code>, which builds them.</p>`
