import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { rangeSource } from './range-source.ts'

const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i & 0xff)
let server: Server | undefined

afterEach(() => {
  server?.close()
})

/** A server of Ranges that takes one token; how it answered is kept. */
async function serve(isValid: (token: string) => boolean): Promise<{ address: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    asked.push(request)
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
    if (!isValid(request.headers.authorization ?? '')) return response.writeHead(401).end()
    response.writeHead(206, { etag: '"one"' }).end(bytes.subarray(Number(from), Number(to) + 1))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', () => resolve()))
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('The server has no port')
  return { address: `http://127.0.0.1:${place.port}/`, asked }
}

it('reads parts, and asks that later ones are of the same bytes', async () => {
  const { address, asked } = await serve(() => true)
  const source = rangeSource(bytes.length, async () => ({ address, headers: {} }))
  expect(await source.read(10, 20)).toEqual(bytes.slice(10, 30))
  expect(await source.read(990, 20)).toEqual(bytes.slice(990))
  expect(await source.read(1000, 5)).toEqual(new Uint8Array(0))
  expect(asked.map(({ headers }) => [headers.range, headers['if-range']])).toEqual([
    ['bytes=10-29', undefined],
    ['bytes=990-999', '"one"'],
  ])
})

it('asks nothing for what the page has read already, and goes on with its access', async () => {
  const { address, asked } = await serve(() => true)
  const end = { access: { address, headers: {} }, offset: 600, bytes: bytes.slice(600).buffer, tag: '"one"' }
  const source = rangeSource(bytes.length, () => Promise.reject(new Error('asked again')), Promise.resolve(end))
  expect(await source.read(600, 400)).toEqual(bytes.slice(600))
  expect(await source.read(990, 20)).toEqual(bytes.slice(990))
  expect(await source.read(590, 20)).toEqual(bytes.slice(590, 610))
  expect(asked.map(({ headers }) => [headers.range, headers['if-range']])).toEqual([['bytes=590-609', '"one"']])
})

it('asks for another token when the server refuses the one it has', async () => {
  let token = 'old'
  const { address } = await serve((given) => given === 'new')
  const source = rangeSource(bytes.length, async () => {
    const headers = { authorization: token }
    token = 'new'
    return { address, headers }
  })
  expect(await source.read(0, 4)).toEqual(bytes.slice(0, 4))
})

it('says so when no token helps', async () => {
  const { address, asked } = await serve(() => false)
  const source = rangeSource(bytes.length, async () => ({ address, headers: {} }))
  await expect(source.read(0, 4)).rejects.toThrow('does not give the recording any more')
  expect(asked).toHaveLength(2)
})
