import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BubblewrapLauncher } from './bubblewrap/bubblewrap-launcher.ts'
import { readMounts } from './bubblewrap/control-groups.ts'
import { findBubblewrap } from './bubblewrap/find-bubblewrap.ts'
import { ContainerLauncher } from './container/container-launcher.ts'
import type { BoxEnvironment } from './sandbox.ts'
import { processesWith } from './process-alive.ts'
import { provideEngine } from './testing/podman-service.ts'
import { makeTestEnvironment } from './testing/test-environment.ts'
import { keptCode } from '#server/testing/kept-code.ts'

let folder: string
let environment: BoxEnvironment
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-killed-'))
  await chmod(folder, 0o755)
  environment = makeTestEnvironment()
})
afterAll(async () => {
  for (const path of [folder, environment.folder]) await rm(path, { recursive: true, force: true })
})

/** Starts a worker, waits until its script is at work with two processes that do not want to end, and kills it. */
async function killWorker(socket: string | null): Promise<{ mark: string; pid: number }> {
  const mark = `mark-${randomBytes(8).toString('hex')}`
  const given = JSON.stringify({ socket, folder, mark, environment })
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'testing', 'doomed-worker.ts'), given], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: '/usr/bin:/bin', ...keptCode },
  })
  for await (const line of createInterface(worker.stdout)) if (line === 'at work') break
  await expect.poll(() => processesWith(mark).filter((pid) => pid !== worker.pid).length).toBe(2)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  return { mark, pid: worker.pid ?? 0 }
}

/** Processes that were begun for boxes of this worker, also those whose command line does not say so. */
function leftOf(pid: number): number[] {
  const grouped = readMounts(readFileSync('/proc/self/mountinfo', 'utf8')).pids
  const parent = join(grouped ?? '/nowhere', 'loggerhead')
  const groups = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith(`${pid}-`)) : []
  const inGroups = groups.flatMap((name) =>
    readFileSync(join(parent, name, 'cgroup.procs'), 'utf8')
      .split('\n')
      .filter(Boolean),
  )
  return [...new Set([...inGroups.map(Number), ...processesWith(`${boxesOf()}/${pid}-`)])]
}

const boxesOf = (): string => join(folder, 'boxes')

test('bubblewrap: with a killed worker its boxes end, and the next one clears what is left', async (context) => {
  if (!existsSync('/usr/bin/bwrap')) return context.skip('bubblewrap is not installed')
  const { mark, pid } = await killWorker(null)
  await expect.poll(() => processesWith(mark)).toEqual([])
  // boxes that waited or were being made end too
  await expect.poll(() => processesWith(`${boxesOf()}/${pid}-`)).toEqual([])
  expect(execFileSync('cat', ['/proc/self/mountinfo']).toString()).not.toContain(boxesOf())
  const next = await BubblewrapLauncher.open(await findBubblewrap(boxesOf()))
  expect((await readdir(boxesOf())).filter((name) => name.startsWith(`${pid}-`))).toEqual([])
  await next.close()
})

test('bubblewrap: whatever moment a worker is killed in while it makes boxes, nothing is left', async (context) => {
  if (!existsSync('/usr/bin/bwrap')) return context.skip('bubblewrap is not installed')
  for (let round = 0; round < 15; round++) {
    const given = JSON.stringify({ socket: null, folder, mark: 'none', makesOnly: true, environment })
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'testing', 'doomed-worker.ts'), given], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: '/usr/bin:/bin' },
    })
    for await (const line of createInterface(worker.stdout)) if (line === 'making') break
    const boxes = `${boxesOf()}/${worker.pid}-`
    // from the first program of a box on, by a moment later each time
    await expect.poll(() => processesWith(boxes).length, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0)
    await pause(round * 12)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    await expect.poll(() => leftOf(worker.pid ?? 0), { timeout: 20_000 }).toEqual([])
  }
}, 120_000)

test('containers: with a killed worker its boxes end, and the next one removes them', async (context) => {
  const engine = await provideEngine()
  if (typeof engine === 'string') return context.skip(engine)
  try {
    const { mark, pid } = await killWorker(engine.socket)
    await expect.poll(() => processesWith(mark)).toEqual([])
    const next = await ContainerLauncher.open(engine.client, boxesOf())
    expect((await engine.client.labelled(`loggerhead.worker=${pid}`)).length).toBe(0)
    expect((await readdir(boxesOf())).filter((name) => name.startsWith(`${pid}-`))).toEqual([])
    await next.close()
  } finally {
    await engine.stop()
  }
})
