import { once } from 'node:events'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ScriptedSandbox } from '#server/sandbox/scripted-sandbox.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import type { ChooseSandbox } from './set-up.ts'
import { AnalysisSetUp } from './set-up.ts'
import { readyEnvironments } from './testing/ready-environments.ts'

function setUpWith(choose: ChooseSandbox, restSeconds?: number): AnalysisSetUp {
  const parts = { environments: readyEnvironments(), choose, ...(restSeconds !== undefined && { restSeconds }) }
  return new AnalysisSetUp({ settings: readSettings({}), log: pino({ level: 'silent' }), parts, without: null })
}

test('where no sandbox holds it is tested again, and runs begin when one does', async () => {
  const sandbox = new ScriptedSandbox()
  let tests = 0
  const setUp = setUpWith(async () => {
    tests += 1
    return tests < 3 ? { sandbox: null, sentence: 'No sandbox holds.' } : { sandbox, sentence: 'It holds.' }
  }, 0.01)
  let begun = 0
  setUp.start(async () => void (begun += 1))
  await expect.poll(() => begun).toBe(1)
  expect([tests, setUp.sandbox, setUp.reason]).toEqual([3, sandbox, null])
  await setUp.stop()
})

test('the reason says when it is tested again', async () => {
  const setUp = setUpWith(async () => ({ sandbox: null, sentence: 'No sandbox holds.' }))
  setUp.start(async () => {})
  await expect.poll(() => setUp.reason).toBe('No sandbox holds. It is tested again in 5 minutes.')
  await setUp.stop()
})

test('stopping ends a test that is under way', async () => {
  const setUp = setUpWith(async (_environment, signal) => {
    await once(signal, 'abort')
    return { sandbox: null, sentence: 'The server stops.' }
  })
  setUp.start(async () => {})
  await setUp.stop()
  expect(setUp.sandbox).toBeNull()
})
