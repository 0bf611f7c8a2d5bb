import { expect, it } from 'vitest'
import { usualTimes } from './start-queue.ts'
import { useWorkers } from './testing/worker-rig.ts'

/* Apart from worker.test.ts, since it waits for as long as a server does. */

const rig = useWorkers()

it('a killed worker is noticed, and its job done by another within 35 s, with the usual times', { timeout: 60_000 }, async () => {
  const first = rig.startWorker(usualTimes)
  const id = await rig.add()
  await rig.untilBegun(id, first)
  await rig.kill(first)
  const killed = performance.now()
  const second = rig.startWorker(usualTimes)
  await rig.openGate(id)
  await rig.until(async () => expect((await rig.job(id)).run_status).toBe('FINISHED'), 40_000)
  expect(performance.now() - killed).toBeLessThan(35_000)
  expect(await rig.effectsOf(id)).toEqual([second.owner])
  expect(await rig.job(id)).toMatchObject({ attempts: 2, version: 2 })
})
