import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer } from '#server/http/server.ts'
import { serveWebPages } from './web-pages.ts'

let folder: string
let server: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Loggerhead</title>')
  for (const name of [
    'recording-worker-Ab_1-2.js',
    'recording-worker-Ab_1-2.js.br',
    'index-Ab_1-2.js',
    'recording-worker-Ab_1-2.css',
  ])
    await writeFile(join(folder, 'assets', name), '/* */')
  server = createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [] })
  await serveWebPages(server, folder)
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const policyOf = async (url: string, encoding = 'identity') => {
  const answer = await server.inject({ url, headers: { 'accept-encoding': encoding } })
  expect(answer.statusCode).toBe(200)
  return String(answer.headers['content-security-policy'])
}

test('the worker that reads recordings may make code, packed or not, and speaks to this server alone', async () => {
  for (const encoding of ['identity', 'br']) {
    const policy = await policyOf('/assets/recording-worker-Ab_1-2.js', encoding)
    expect(policy).toBe("default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'; connect-src 'self'")
  }
})

test.each(['/', '/dataspy/', '/assets/index-Ab_1-2.js', '/assets/recording-worker-Ab_1-2.css'])('%s may not', async (url) => {
  expect(await policyOf(url)).toMatch(/script-src 'self';/)
})

test.each(['/ui2/scripts//configurations', '/ui2/nowhere', '/ui/', '/ui/register', '/docs/api', '/ui2/scripts/%2e%2e/x'])(
  '%s is a page, whatever its address lacks',
  async (url) => {
    const answer = await server.inject({ url })
    expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html><title>Loggerhead</title>'])
  },
)
