import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getAnalysisStatus } from '#contract/analysis-environments.ts'
import { cancelResult, getResult, getResultFile, getResultLog } from '#contract/ipa-results.ts'
import { processesWith } from '#server/sandbox/process-alive.ts'
import { makeTestEnvironment } from '#server/sandbox/testing/test-environment.ts'
import { scriptZip } from '#server/sandbox/self-test/script-zip.ts'
import type { BoxEnvironment } from '#server/sandbox/sandbox.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { Crew } from './testing/run-rig.ts'
import { addRun, makeConfiguration, makeCrew, makeScript, startRealRig, whenEnded } from './testing/run-rig.ts'

/* From the queue to the result through bubblewrap, with this machine's Python. */

const isThere = existsSync('/usr/bin/bwrap')
if (!isThere) console.warn('Skipped, since bubblewrap is not installed: apt-get install bubblewrap')

describe.skipIf(!isThere)('a run in bubblewrap', { timeout: 60_000 }, () => {
  let environment: BoxEnvironment
  let api: TestApi
  let crew: Crew
  beforeAll(async () => {
    environment = makeTestEnvironment()
    api = await startRealRig('bubblewrap', environment, { LOGGERHEAD_RUN_MEMORY: '128MB', LOGGERHEAD_RUN_OUTPUT: '8MB' })
    crew = await makeCrew(api)
    const { token } = crew.user
    const status = async () => (await api.call(getAnalysisStatus, { token })).body
    await vi.waitFor(async () => expect((await status()).reason).toBeNull(), { timeout: 90_000, interval: 100 })
    const { sandbox, probes } = await status()
    expect(sandbox).toBe('bubblewrap')
    expect(probes.length).toBeGreaterThan(10)
    expect(probes.filter(({ held }) => !held)).toEqual([])
  }, 120_000)
  afterAll(async () => {
    await api?.end()
    if (environment !== undefined) await rm(environment.folder, { recursive: true, force: true })
  })

  const see = async (id: number) => (await api.call(getResult, { token: crew.user.token, params: { id } })).body
  const logOf = async (id: number) =>
    (await api.call(getResultLog, { token: crew.user.token, params: { id } })).body.lines.map(({ text }) => text)

  async function begin(source: string, configuration?: string): Promise<number> {
    const script = await makeScript(api, crew, scriptZip(source))
    const configurationIds =
      configuration === undefined ? [] : [await makeConfiguration(api, crew, script.scriptId, 'limits.asl', configuration)]
    return await addRun(api, crew, script.versionId, { configurationIds })
  }

  async function carryOut(source: string, configuration?: string): Promise<number> {
    const id = await begin(source, configuration)
    await whenEnded(api, id)
    return id
  }

  test('reads its file and its configuration, and leaves files, figures and a log', async () => {
    const id = await carryOut(
      `import json, os, sys
job = json.load(open(sys.argv[1]))
data = open(job["data_files"][0]["path"]).read()
print(data[:5], job["configuration"]["limit"], os.path.basename(sys.argv[2]), sorted(os.listdir("/data")) == [str(job["files"][0]["id"])])
open("progress.ipa", "a").write("50\\n")
os.mkdir("tables")
open("tables/a.csv", "w").write("1,2\\n")
json.dump({"verdict": "pass", "metrics": [{"name": "Rows", "value": 1}]}, open("metrics.json", "w"))
`,
      '{"limit": 7}',
    )
    const result = await see(id)
    expect(result).toMatchObject({ status: 'complete', reason: null, exit_code: 0, verdict: { verdict: 'pass' } })
    expect(result.metrics).toMatchObject([{ name: 'Rows', value: 1 }])
    expect(result.peak_memory).toBeGreaterThan(1_000_000)
    expect(await logOf(id)).toEqual(['drive 7 limits.asl True'])
    const names = result.files.map(({ filename }) => filename).toSorted()
    expect(names).toEqual(['metrics.json', 'tables/a.csv'])
    const csv = result.files.find(({ filename }) => filename === 'tables/a.csv')
    const { body } = await api.call(getResultFile, { token: crew.user.token, params: { id: csv?.id ?? 0 } })
    expect(Buffer.from(body.file, 'base64').toString()).toBe('1,2\n')
  })

  test.each([
    ['raise ValueError("7 is wrong")', /^The script ended with code 1: ValueError: 7 is wrong$/],
    ['x = bytearray(512 * 1024 * 1024)', /^The script needed more than 122.1 MiB of memory and was ended$|MemoryError/],
    ['open("big", "wb").write(bytes(32 * 1024 * 1024))', /more than 7.6 MiB|No space left/],
  ])('that fails says why, and brings what it printed: %s', async (source, reason) => {
    const id = await carryOut(`print("begins", flush=True)\n${source}\n`)
    const result = await see(id)
    expect(result).toMatchObject({ status: 'failed', run_status: 'ERROR' })
    expect(result.reason).toMatch(reason)
    const log = result.files.find(({ filename }) => filename === 'DockerLog.txt')
    const { body } = await api.call(getResultFile, { token: crew.user.token, params: { id: log?.id ?? 0 } })
    expect(Buffer.from(body.file, 'base64').toString()).toContain('begins')
  })

  test('that is canceled leaves no process', async () => {
    const mark = `mark-${crew.organizationId}-${Date.now()}`
    const id = await begin(
      `import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
os.execv(sys.executable, [sys.executable, "-c", "import signal, time\\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\\nprint('at work', flush=True)\\ntime.sleep(600)", "${mark}"])
`,
    )
    await expect.poll(() => processesWith(mark).length, { timeout: 30_000 }).toBe(2)
    await api.call(cancelResult, { token: crew.user.token, params: { id } })
    await expect.poll(() => processesWith(mark)).toEqual([])
    expect(await see(id)).toMatchObject({ status: 'canceled', run_status: 'CANCELED', file_count: 0 })
  })
})
