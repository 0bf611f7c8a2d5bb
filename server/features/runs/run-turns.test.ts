import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePerson } from '#server/testing/people.ts'
import type { RunRig } from './testing/run-rig.ts'
import { addRun, makeCrew, makeScript, runRow, startRunRig } from './testing/run-rig.ts'
import { scripted } from './testing/scripted.ts'

const tested = Promise.withResolvers<void>()
let rig: RunRig
beforeAll(async () => {
  rig = await startRunRig({ settings: { LOGGERHEAD_RUN_SLOTS: '1' }, until: tested.promise })
})
afterAll(() => rig.api.end())

it('organizations take turns, and within one its people, however many runs somebody has waiting', async () => {
  const { api, sandbox } = rig
  const [busy, other] = [await makeCrew(api), await makeCrew(api)]
  const script = scripted({ out: 'hello' })
  const { versionId } = await makeScript(api, busy, script)
  const others = await makeScript(api, other, script)
  const third = await makePerson(api, busy.organizationId, ['ipa'])
  const many: number[] = []
  while (many.length < 6) many.push(await addRun(api, busy, versionId))
  const ofColleague = await addRun(api, busy, versionId, { userId: busy.colleague.id })
  const ofThird = await addRun(api, busy, versionId, { userId: third.id, priority: -1 })
  const [first, second] = [await addRun(api, other, others.versionId), await addRun(api, other, others.versionId)]

  tested.resolve()
  const all = [...many, ofColleague, ofThird, first, second]
  for (const id of all) await expect.poll(async () => (await runRow(api, id)).status, { timeout: 60_000 }).toBe('complete')
  const order = sandbox.orders.map(({ runId }) => runId)
  expect(order.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
  expect(order).toEqual([many[0], first, ofColleague, second, ofThird, ...many.slice(1)])
}, 90_000)
