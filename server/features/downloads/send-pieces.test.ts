import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendPieces } from './send-pieces.ts'
import { piecesKept } from './zip/members.ts'

const pieceSize = 300_000
const pieces = 40

/** Pieces that use the same memory again as soon as they are allowed to; says whether it was left in the middle. */
function reusing() {
  const buffers = Array.from({ length: piecesKept + 1 }, () => Buffer.alloc(pieceSize))
  const left = Promise.withResolvers<number>()
  const given = async function* (): AsyncGenerator<Uint8Array> {
    let number = 0
    try {
      for (; number < pieces; number++) {
        const piece = buffers[number % buffers.length] ?? Buffer.alloc(0)
        yield piece.fill(number)
      }
    } finally {
      left.resolve(number)
    }
  }
  return { given, left: left.promise }
}

let source = reusing()
const server = createServer((_request, response) => void sendPieces(response, source.given()))
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('every piece arrives as it was, though its memory is used again', async () => {
  source = reusing()
  const body = Buffer.from(await (await fetch(address())).arrayBuffer())
  expect(body.length).toBe(pieces * pieceSize)
  for (let number = 0; number < pieces; number++)
    expect(body.subarray(number * pieceSize, (number + 1) * pieceSize).every((byte) => byte === number)).toBe(true)
})

test('a client that goes away ends the reading', async () => {
  source = reusing()
  const sent = request(address(), (response) => response.once('data', () => response.destroy()))
  sent.on('error', () => undefined)
  sent.end()
  expect(await source.left).toBeLessThan(pieces)
})
