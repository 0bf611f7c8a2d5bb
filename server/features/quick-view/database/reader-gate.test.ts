import { beforeEach, expect, test } from 'vitest'
import type { Problem } from '#server/http/problem.ts'
import type { Reader } from './reader-gate.ts'
import { ReaderGate } from './reader-gate.ts'

const limits = { running: { user: 2, organization: 3, all: 4 }, waiting: { user: 4, organization: 6, all: 8 } }
const anna: Reader = { organizationId: 1, userId: 11 }
const bert: Reader = { organizationId: 1, userId: 12 }
const cleo: Reader = { organizationId: 2, userId: 21 }
const dora: Reader = { organizationId: 3, userId: 31 }

let gate: ReaderGate
/** Works that have begun and not ended, in the order of their beginning. */
let running: { name: string; end: () => void }[]
let passing: Promise<unknown>[]
beforeEach(() => {
  gate = new ReaderGate(limits)
  running = []
  passing = []
})

function ask(reader: Reader, ...names: string[]): void {
  for (const name of names) {
    const { promise, resolve } = Promise.withResolvers<void>()
    passing.push(
      gate.pass({ ...reader }, async () => {
        running.push({ name, end: resolve })
        await promise
      }),
    )
  }
}
const names = () => running.map(({ name }) => name)
/** Ends the work of this name, and waits until the next one has begun. */
async function end(name: string): Promise<void> {
  const at = names().indexOf(name)
  running.splice(at, 1)[0]?.end()
  await settled()
}
/** All that follows without anybody doing anything. */
const settled = () => new Promise((done) => setImmediate(done))
const problem = async (reader: Reader): Promise<Problem> =>
  await gate
    .pass(reader, async () => undefined)
    .then(
      () => expect.unreachable(),
      (error: Problem) => error,
    )

test('a place is left for a colleague, and one for another organization', async () => {
  ask(anna, 'a1', 'a2', 'a3')
  ask(bert, 'b1', 'b2')
  ask(cleo, 'c1', 'c2')
  await settled()
  expect(names()).toEqual(['a1', 'a2', 'b1', 'c1'])
})

test('a free place goes to the organization, then the user, that waits the longest, whoever asked first', async () => {
  ask(anna, 'a1', 'a2', 'a3', 'a4')
  ask(bert, 'b1', 'b2')
  ask(cleo, 'c1', 'c2')
  ask(dora, 'd1')
  await settled()
  await end('a1')
  expect(names().at(-1)).toBe('d1')
  await end('d1')
  // the organization of Anna and Bert had its last place before Cleo's; of the two, Anna had hers first
  expect(names().at(-1)).toBe('a3')
  await end('b1')
  expect(names().at(-1)).toBe('c2')
  await end('c1')
  expect(names().at(-1)).toBe('b2')
  for (const name of ['a2', 'a3', 'a4', 'b2', 'c2']) await end(name)
  await Promise.all(passing)
  expect(running).toEqual([])
})

test('a full queue is told by whose it is, and hinders nobody else', async () => {
  ask(anna, 'a1', 'a2', 'a3', 'a4', 'a5', 'a6')
  const own = await problem(anna)
  expect([own.status, own.message]).toEqual([
    429,
    'You have 4 questions to databases waiting already; try again when some are answered',
  ])
  ask(bert, 'b1', 'b2', 'b3')
  expect(await problem(bert)).toMatchObject({ id: 'database-busy', status: 503 })
  ask(cleo, 'c1', 'c2', 'c3')
  expect(await problem(dora)).toMatchObject({ id: 'database-busy', status: 503 })
  while (running.length > 0) await end(running[0]?.name ?? '')
  await Promise.all(passing)
})

test('a place is free again when its work fails', async () => {
  const failing = () => gate.pass(anna, () => Promise.reject(new Error('broken')))
  for (let n = 0; n < 6; n++) await expect(failing()).rejects.toThrow('broken')
})
