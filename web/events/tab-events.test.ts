import { afterEach, expect, test } from 'vitest'
import { makeTabEvents } from './tab-events.ts'
import type { TabEvents } from './tab-events.ts'

/** The lock of a browser, for tabs of one test. */
function makeLocks() {
  let tail = Promise.resolve()
  const request = async (_name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) => {
    const before = tail
    const { promise, resolve } = Promise.withResolvers<void>()
    tail = promise
    await before
    if (!signal.aborted) await run()
    resolve()
  }
  return { request } as unknown as LockManager
}

/** A server of which the test says what it sends. */
function makeServer() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  return {
    streams,
    async open() {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    send(text: string) {
      streams.at(-1)?.enqueue(new TextEncoder().encode(text))
    },
  }
}

const ready = 'event: ready\ndata: {}\n\n'
const change = (id: number) => `event: change\ndata: {"topic":"job","ids":[${id}]}\n\n`

let made: TabEvents[] = []
afterEach(() => {
  for (const tab of made) tab.stop()
  made = []
})

let serial = 0
function makeTabs(count: number, server = makeServer()) {
  const name = `test_events_${++serial}`
  const locks = makeLocks()
  const tabs = Array.from({ length: count }, () => {
    const events = makeTabEvents({ open: server.open, locks, channel: () => new BroadcastChannel(name) })
    const heard: unknown[] = []
    events.subscribe((news) => heard.push(news))
    made.push(events)
    return { events, heard }
  })
  return { server, tabs }
}

test('the tabs of a browser share one stream, and each hears every change', async () => {
  const { server, tabs } = makeTabs(3)
  for (const { events } of tabs) events.start()
  await expect.poll(() => server.streams.length).toBe(1)
  server.send(ready)
  for (const { events } of tabs) await expect.poll(events.isLive).toBe(true)
  // A piece may end anywhere.
  server.send(change(7).slice(0, 20))
  server.send(`${change(7).slice(20)}: still here\n\n${change(8)}`)
  for (const { heard } of tabs)
    await expect.poll(() => heard).toEqual(['anything', { topic: 'job', ids: [7] }, { topic: 'job', ids: [8] }])
  expect(server.streams).toHaveLength(1)
})

test('when the tab with the stream closes, another one takes over', async () => {
  const { server, tabs } = makeTabs(2)
  const [first, second] = tabs
  first?.events.start()
  await expect.poll(() => server.streams.length).toBe(1)
  second?.events.start()
  server.send(ready)
  await expect.poll(() => second?.events.isLive()).toBe(true)
  first?.events.stop()
  server.streams[0]?.close()
  await expect.poll(() => server.streams.length).toBe(2)
  server.send(ready + change(9))
  await expect.poll(() => second?.heard.at(-1)).toEqual({ topic: 'job', ids: [9] })
})

test('a stream that breaks is not live, and comes back by itself; each time everything is asked for', async () => {
  const { server, tabs } = makeTabs(1)
  const [tab] = tabs
  tab?.events.start()
  await expect.poll(() => server.streams.length).toBe(1)
  server.send(ready)
  await expect.poll(() => tab?.events.isLive()).toBe(true)
  server.streams[0]?.error(new Error('cut'))
  await expect.poll(() => tab?.events.isLive()).toBe(false)
  await expect.poll(() => server.streams.length, { timeout: 5000 }).toBe(2)
  server.send(ready)
  await expect.poll(() => tab?.events.isLive()).toBe(true)
  expect(tab?.heard).toEqual(['anything', 'anything', 'anything'])
})

test('events that nobody understands are passed over', async () => {
  const { server, tabs } = makeTabs(1)
  const [tab] = tabs
  tab?.events.start()
  await expect.poll(() => server.streams.length).toBe(1)
  server.send(
    `${ready}event: change\ndata: {"topic":"weather"}\n\nevent: song\ndata: la\n\nevent: change\ndata: {\n\n${change(3)}`,
  )
  await expect.poll(() => tab?.heard).toEqual(['anything', { topic: 'job', ids: [3] }])
})
