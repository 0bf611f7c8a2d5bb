import { expect, test } from 'vitest'
import { GateFull, WorkGate } from './work-gate.ts'

/** A piece of work that the test ends. */
function work(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    end: resolve,
    run: async () => {
      log.push(name)
      await promise
    },
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('runs so many at once, the first lane before the last, and refuses what does not fit', async () => {
  const gate = new WorkGate({ running: 2, waiting: 2 })
  const log: string[] = []
  const [a, b, c, d, e] = [work(log, 'a'), work(log, 'b'), work(log, 'c'), work(log, 'd'), work(log, 'e')]
  const running = [
    gate.run('last', a.run),
    gate.run('last', b.run),
    gate.run('last', c.run),
    gate.run('last', d.run),
    gate.run('first', e.run),
  ]
  await expect(gate.run('last', a.run)).rejects.toBeInstanceOf(GateFull)
  expect(log).toEqual(['a', 'b'])
  a.end()
  await turn()
  expect(log).toEqual(['a', 'b', 'e'])
  for (const each of [b, c, d, e]) each.end()
  await Promise.all(running)
  expect(log).toEqual(['a', 'b', 'e', 'c', 'd'])
  await gate.run('last', async () => log.push('f'))
  expect(log.at(-1)).toBe('f')
})

test('work that fails gives its place to the next', async () => {
  const gate = new WorkGate({ running: 1, waiting: 1 })
  const fails = gate.run('last', async () => Promise.reject(new Error('no')))
  const follows = gate.run('last', async () => 'done')
  await expect(fails).rejects.toThrow('no')
  expect(await follows).toBe('done')
})
