import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createHttpServer } from './server.ts'

test('a connection on which nothing was asked does not keep the server from stopping', async () => {
  const server = createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [] })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const accepted = once(server.server, 'connection')
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  await accepted
  const closed = once(socket, 'close')
  socket.resume()
  await server.close()
  await closed
})

test('a request under way is answered before the server stops', async () => {
  const server = createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [] })
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  server.get('/slow', async () => {
    ask()
    await gate
    return 'late'
  })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const answer = fetch(`${address}/slow`).then((response) => response.text())
  await asked
  const closing = server.close()
  open()
  expect(await answer).toBe('late')
  await closing
})

test.each([
  ['has not begun', false],
  ['has begun', true],
])('a client that keeps its connection does not keep the server, when its answer %s', async (_, begun) => {
  const server = createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [] })
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  server.get('/slow', async (_request, reply) => {
    reply.hijack()
    const { raw } = reply
    if (begun) raw.writeHead(200, { 'content-length': 4 }).write('la')
    ask()
    await gate
    if (begun) raw.end('te')
    else raw.writeHead(200, { 'content-length': 4 }).end('late')
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  const closed = once(socket, 'close')
  socket.write('GET /slow HTTP/1.1\r\nHost: here\r\n\r\n')
  await asked
  const closing = server.close()
  // the server has stopped listening
  await expect.poll(() => server.server.listening).toBe(false)
  open()
  await closing
  await closed
  expect(heard).toMatch(/late$/)
  expect(/connection: close/i.test(heard)).toBe(!begun)
})
