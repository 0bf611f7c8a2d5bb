import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { pageBytes, readStoreEnd } from './store-end.ts'

const size = 10 * pageBytes + 500
let server: Server | undefined

afterEach(() => {
  server?.close()
})

async function serve(status: number, short = 0): Promise<{ address: string; ranges: (string | undefined)[] }> {
  const ranges: (string | undefined)[] = []
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
    response.writeHead(status, { etag: '"one"' }).end(new Uint8Array(Number(to) - Number(from) + 1 - short))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', () => resolve()))
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('The server has no port')
  return { address: `http://127.0.0.1:${place.port}/`, ranges }
}

it('reads whole pages up to the end, with what later reads need', async () => {
  const { address, ranges } = await serve(206)
  const end = await readStoreEnd(size, async () => ({ address, headers: {} }))
  expect(ranges).toEqual([`bytes=${6 * pageBytes}-${size - 1}`])
  expect(end).toMatchObject({ offset: 6 * pageBytes, tag: '"one"', access: { address } })
  expect(end?.bytes.byteLength).toBe(size - 6 * pageBytes)
})

it('leaves it to the worker where that does not succeed', async () => {
  const access = async () => ({ address: (await served).address, headers: {} })
  const served = serve(401)
  expect(await readStoreEnd(size, access)).toBeNull()
  expect(await readStoreEnd(size, () => Promise.reject(new Error('signed out')))).toBeNull()
})

it('takes no answer that is too short', async () => {
  const { address } = await serve(206, 1)
  expect(await readStoreEnd(size, async () => ({ address, headers: {} }))).toBeNull()
})
