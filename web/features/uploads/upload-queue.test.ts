import { expect, test } from 'vitest'
import { memoryStorage } from '#web/testing/memory-storage.ts'
import { failureOf } from './failure.ts'
import { metadataOf, newGroup, proposedCollection } from './plan.ts'
import type { TransferGiven } from './transfer.ts'
import { forgetUnfinished, hasUnfinished, isSameFile, listUnfinished, saveUnfinished } from './unfinished.ts'
import type { Unfinished } from './unfinished.ts'
import { makeUploadQueue, totalOf } from './upload-queue.ts'

const record = (key: string, more: Partial<Unfinished> = {}): Unfinished => ({
  key,
  url: null,
  path: `${key}.vsb`,
  size: 10,
  lastModified: 1,
  targetName: 'WT-07',
  metadata: { filename: `${key}.vsb` },
  ...more,
})

/** A queue whose transfers go as the test says. */
function rig() {
  const store = memoryStorage()
  const running = new Map<string, TransferGiven>()
  const stopped: string[] = []
  let arrived = 0
  const queue = makeUploadQueue({
    start(given) {
      const name = given.metadata['filename'] ?? ''
      running.set(name, given)
      const stop = (how: string) => async () => {
        running.delete(name)
        stopped.push(`${how} ${name}`)
      }
      return { pause: stop('pause'), abandon: stop('abandon') }
    },
    save: (unfinished) => saveUnfinished(store, unfinished),
    forget: (key) => forgetUnfinished(store, key),
    arrived: () => arrived++,
  })
  const add = (...keys: string[]) =>
    queue.add(keys.map((key) => ({ file: new File(['x'.repeat(10)], `${key}.vsb`), record: record(key) })))
  const end = (key: string, duplicate = false) => {
    const given = running.get(`${key}.vsb`)
    running.delete(`${key}.vsb`)
    given?.onDone({ uploadId: 7, duplicate })
  }
  const states = () => Object.fromEntries(queue.snapshot().map(({ key, state }) => [key, state]))
  return { queue, store, running, stopped, add, end, states, arrived: () => arrived }
}

test('three send at the same time, the others wait their turn', () => {
  const { add, end, states } = rig()
  add('a', 'b', 'c', 'd', 'e')
  expect(states()).toEqual({ a: 'sending', b: 'sending', c: 'sending', d: 'waiting', e: 'waiting' })
  end('b')
  expect(states()).toEqual({ a: 'sending', b: 'done', c: 'sending', d: 'sending', e: 'waiting' })
})

test('a pause makes room and a resume waits for it', () => {
  const { queue, add, states, stopped } = rig()
  add('a', 'b', 'c', 'd')
  queue.pause('a')
  expect(stopped).toEqual(['pause a.vsb'])
  expect(states()).toEqual({ a: 'paused', b: 'sending', c: 'sending', d: 'sending' })
  queue.resume('a')
  expect(states()['a']).toBe('waiting')
})

test('what has begun survives a reload until it has arrived', () => {
  const { queue, store, running, add, end, arrived } = rig()
  add('a')
  running.get('a.vsb')?.onUrl('/api/v1/data/uploads/abc')
  expect(listUnfinished(store)).toEqual([record('a', { url: '/api/v1/data/uploads/abc' })])
  queue.pause('a')
  queue.resume('a')
  expect(running.get('a.vsb')?.url).toBe('/api/v1/data/uploads/abc')
  end('a')
  expect(hasUnfinished(store)).toBe(false)
  expect(arrived()).toBe(1)
})

test('a recalled upload waits for its file and goes on at its address', () => {
  const { queue, running, states } = rig()
  queue.recall([record('a', { url: '/api/v1/data/uploads/abc' })])
  queue.recall([record('a')])
  expect(states()).toEqual({ a: 'missing' })
  queue.supply('a', new File(['x'.repeat(10)], 'a.vsb'))
  expect(running.get('a.vsb')?.url).toBe('/api/v1/data/uploads/abc')
})

test('the same bytes again are no arrival', () => {
  const { add, end, states, arrived } = rig()
  add('a')
  end('a', true)
  expect([states()['a'], arrived()]).toEqual(['duplicate', 0])
})

test('a cancelled upload is gone here and abandoned there; one that is not being sent gives its address', () => {
  const { queue, store, add, stopped } = rig()
  add('a')
  expect(queue.cancel('a')).toBeNull()
  expect(stopped).toEqual(['abandon a.vsb'])
  queue.recall([record('b', { url: '/there' })])
  expect(queue.cancel('b')).toBe('/there')
  expect(queue.snapshot()).toEqual([])
  expect(hasUnfinished(store)).toBe(false)
})

test('a failure lets the next one send; one that passes is tried when the network is back', () => {
  const { queue, add, running, states } = rig()
  add('a', 'b', 'c', 'd', 'e')
  running.get('a.vsb')?.onFailed(failureOf(0, ''))
  running
    .get('b.vsb')
    ?.onFailed(failureOf(413, JSON.stringify({ message: 'The file has 10 bytes; one upload may have at most 5' })))
  expect(states()).toEqual({ a: 'failed', b: 'failed', c: 'sending', d: 'sending', e: 'sending' })
  expect(queue.snapshot()[1]?.failure?.sentence).toBe('The file has 10 bytes; one upload may have at most 5')
  queue.retryPassing()
  expect(states()).toMatchObject({ a: 'waiting', b: 'failed' })
})

test('the total counts what is sent and not what waits for its file', () => {
  const { queue, add, running } = rig()
  add('a', 'b')
  queue.recall([record('c')])
  running.get('a.vsb')?.onProgress(4)
  expect(totalOf(queue.snapshot())).toEqual({ sent: 4, size: 20, busy: true, open: 3 })
})

test('refusals are sentences', () => {
  expect(failureOf(507, '')).toEqual({
    sentence: "The server's disk is full; nothing acknowledged is lost, try again later",
    passing: false,
  })
  expect(failureOf(503, 'not json').passing).toBe(true)
  expect(failureOf(418, '<html>').sentence).toBe('The server refused the upload (status 418)')
})

test('a damaged record counts as none', () => {
  const store = memoryStorage()
  store.setItem('loggerhead_upload_x', '{"key":1}')
  store.setItem('loggerhead_upload_y', 'nonsense')
  expect(listUnfinished(store)).toEqual([])
})

test('a file is known again by name, size and date', () => {
  const known = { path: 'Winter/ColdStart.vsb', size: 10, lastModified: 5 }
  expect(isSameFile(known, { name: 'ColdStart.vsb', size: 10, lastModified: 5 })).toBe(true)
  for (const other of [{ name: 'Other.vsb' }, { size: 11 }, { lastModified: 6 }])
    expect(isSameFile(known, { name: 'ColdStart.vsb', size: 10, lastModified: 5, ...other })).toBe(false)
})

test("the collection begins as the folder's name or the one file's own", () => {
  expect(proposedCollection(['Winter/a.vsb', 'Winter/deep/b.mf4'])).toBe('Winter')
  expect(proposedCollection(['ColdStart.01.vsb'])).toBe('ColdStart.01')
  expect(proposedCollection(['.hidden'])).toBe('.hidden')
  expect(proposedCollection(['a.vsb', 'b.vsb'])).toBe('')
  expect(proposedCollection(['Winter/a.vsb', 'Summer/b.vsb'])).toBe('')
  expect(proposedCollection([])).toBe('')
})

test('metadata names the target and leaves out what is empty', () => {
  const wish = { target: { kind: 'device' as const, id: 4, name: '' }, collection: ' Winter ', group: null, notes: '' }
  expect(metadataOf('Winter/a.vsb', wish)).toEqual({ filename: 'a.vsb', collection: 'Winter', deviceId: '4' })
  const group = newGroup('', new Date(0))
  expect(metadataOf('a.vsb', { ...wish, target: { kind: 'vehicle', id: 9, name: '' }, group, notes: 'cold' })).toMatchObject({
    vehicleId: '9',
    group: 'Upload 1970-01-01T00:00:00.000Z',
    notes: 'cold',
  })
})
