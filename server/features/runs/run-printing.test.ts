import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BoxEvent } from '#server/sandbox/sandbox.ts'
import type { Claim } from '#server/queue/job-handler.ts'
import { claimJob } from '#server/queue/job-states.ts'
import { RunPrinting } from './run-printing.ts'
import type { Crew, RunRig } from './testing/run-rig.ts'
import { addRun, jobOf, makeCrew, makeScript, runRow, startRunRig } from './testing/run-rig.ts'
import { scripted } from './testing/scripted.ts'

/* A worker that was paused past its lease: another one has its run now. */

const over = Promise.withResolvers<void>()
let rig: RunRig
let crew: Crew
beforeAll(async () => {
  // nothing is taken up here by itself
  rig = await startRunRig({ until: over.promise })
  crew = await makeCrew(rig.api)
})
afterAll(async () => {
  const ended = rig.api.end()
  over.resolve()
  await ended
})

async function* saying(...texts: string[]): AsyncIterable<BoxEvent> {
  for (const text of texts) yield { kind: 'line', stream: 'out', text }
  yield { kind: 'progress', percent: 50 }
}

async function print(runId: number, claim: Claim, ...texts: string[]): Promise<boolean> {
  let isLost = false
  const printing = new RunPrinting({ database: rig.api.database.kysely, claim, runId, onLost: () => (isLost = true) })
  await printing.follow({ events: saying(...texts) })
  await printing.end()
  return isLost
}

it('says nothing any more', async () => {
  const { kysely, pool } = rig.api.database
  const { versionId } = await makeScript(rig.api, crew, scripted())
  const runId = await addRun(rig.api, crew, versionId)
  const { id } = await jobOf(rig.api, runId)
  const claim = async (owner: string) => (await claimJob(kysely, id, owner, 30)) ?? expect.fail(`${owner} has no claim`)
  const first = await claim('first')
  await pool.query(`UPDATE job SET lease_until = now() - interval '1 second' WHERE id = $1`, [id])
  const second = await claim('second')
  expect(await print(runId, second, 'one', 'two')).toBe(false)
  expect(await print(runId, first, 'late')).toBe(true)
  const lines = await kysely.selectFrom('run_line').where('run_id', '=', runId).select('text').orderBy('number').execute()
  expect(lines.map(({ text }) => text)).toEqual(['one', 'two'])
  expect(await runRow(rig.api, runId)).toMatchObject({ progress: 50 })
})
