import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BubblewrapLauncher } from '../bubblewrap/bubblewrap-launcher.ts'
import type { BubblewrapMeans } from '../bubblewrap/bubblewrap-launcher.ts'
import { findBubblewrap } from '../bubblewrap/find-bubblewrap.ts'
import { chooseSandbox } from '../choose-sandbox.ts'
import { ContainerLauncher } from '../container/container-launcher.ts'
import type { Launcher } from '../launcher.ts'
import { PooledSandbox } from '../pooled-sandbox.ts'
import type { BoxEnvironment } from '../sandbox.ts'
import { provideEngine } from '../testing/podman-service.ts'
import { makeTestEnvironment } from '../testing/test-environment.ts'
import type { Check } from './self-test.ts'
import { selfTest, verdict } from './self-test.ts'

let folder: string
let environment: BoxEnvironment
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-self-test-'))
  await chmod(folder, 0o755)
  environment = makeTestEnvironment()
})
afterAll(async () => {
  for (const path of [folder, environment.folder]) await rm(path, { recursive: true, force: true })
})

const noBubblewrap = await findBubblewrap(join(tmpdir(), `loggerhead-find-${process.pid}`)).then(
  () => undefined,
  (error: unknown) => String(error),
)
if (noBubblewrap !== undefined) process.stderr.write(`\nNOT TESTED: the self-test of bubblewrap, because ${noBubblewrap}.\n`)

async function tryOut(launcher: Launcher): Promise<Check[]> {
  const sandbox = new PooledSandbox(launcher)
  try {
    return await selfTest(sandbox, environment, folder)
  } finally {
    await sandbox.stop()
  }
}

describe.skipIf(noBubblewrap !== undefined)('bubblewrap', () => {
  test('holds against every probe, and the table in the reference names them all', async () => {
    const checks = await tryOut(await BubblewrapLauncher.open(await findBubblewrap(join(folder, 'boxes'))))
    expect(checks.filter(({ held }) => !held)).toEqual([])
    expect(checks.length).toBeGreaterThan(150)
    const table = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'reference', 'sandbox-probes.md'), 'utf8')
    expect(checks.filter(({ group, name }) => !table.includes(`| ${group} | ${name} |`))).toEqual([])
  })

  /** What has to be noticed when a flag of bubblewrap is lost. */
  test.each([
    ['the filter of system calls', '--seccomp', 1, ['io_uring_setup', 'internet (IPv4) socket', 'keyctl']],
    ['the network namespace', '--unshare-net', 0, ['an abstract socket of the server', 'other interfaces than the loop']],
    ['its own file system', '--remount-ro', 1, ['write in /dev', 'write in /']],
  ] as const)('the self-test sees that %s is missing', async (_what, flag, values, expected) => {
    const means = await leaky(flag, values)
    const checks = await tryOut(await BubblewrapLauncher.open(means))
    const open = checks.filter(({ held }) => !held).map(({ name }) => name)
    expect(open.filter((name) => (expected as readonly string[]).includes(name)).length).toBeGreaterThan(0)
    expect(verdict(checks)).toMatch(/^its self-test failed: /)
  })

  test('auto takes the first that holds, and tells how it was found', async () => {
    const choice = await chooseSandbox({ setting: 'auto', folder: join(folder, 'chosen'), environment })
    await choice.sandbox?.stop()
    expect(choice.sandbox?.kind).toBe('bubblewrap')
    expect(choice.sentence).toMatch(/^Analyses run in bubblewrap, with .*; all \d+ checks of its self-test held\.$/)
  })

  test('nothing stands in for what was asked for', async () => {
    const hidden = {
      setting: 'docker',
      folder: join(folder, 'none'),
      environment,
      variables: { DOCKER_HOST: 'unix:///nowhere' },
    } as const
    const choice = await chooseSandbox(hidden)
    expect([choice.sandbox, choice.sentence]).toEqual([
      null,
      'Analyses wait, because no sandbox holds. docker: there is no socket /nowhere: start Docker or Podman, or unset DOCKER_HOST.',
    ])
    expect((await chooseSandbox({ ...hidden, setting: 'off' })).sandbox).toBeNull()
    expect((await chooseSandbox({ ...hidden, setting: 'kubernetes' })).sentence).toContain('cannot do')
  })
})

/** bubblewrap without one of its arguments: all of that name, and their values. */
async function leaky(flag: string, values: number): Promise<BubblewrapMeans> {
  const means = await findBubblewrap(join(folder, 'boxes'))
  const bwrap = join(folder, `leaky${flag}`)
  await mkdir(folder, { recursive: true })
  const program = `#!${environment.python}
import os, sys
given = sys.argv[1:]
while "${flag}" in given:
    at = given.index("${flag}")
    del given[at : at + ${values + 1}]
os.execv("${means.bwrap}", ["bwrap"] + given)
`
  await writeFile(bwrap, program, { mode: 0o755 })
  return { ...means, bwrap }
}

describe('containers', () => {
  test('hold against every probe', async (context) => {
    const engine = await provideEngine()
    if (typeof engine === 'string') return context.skip(engine)
    const checks = await tryOut(await ContainerLauncher.open(engine.client, join(folder, 'containers'))).finally(() =>
      engine.stop(),
    )
    expect(checks.filter(({ held }) => !held)).toEqual([])
  })
})
