import { execFile } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BubblewrapLauncher } from '#server/sandbox/bubblewrap/bubblewrap-launcher.ts'
import { findBubblewrap } from '#server/sandbox/bubblewrap/find-bubblewrap.ts'
import { ContainerLauncher } from '#server/sandbox/container/container-launcher.ts'
import type { Launcher } from '#server/sandbox/launcher.ts'
import { PooledSandbox } from '#server/sandbox/pooled-sandbox.ts'
import type { BoxEnvironment } from '#server/sandbox/sandbox.ts'
import type { Check } from '#server/sandbox/self-test/self-test.ts'
import { selfTest } from '#server/sandbox/self-test/self-test.ts'
import { provideEngine } from '#server/sandbox/testing/podman-service.ts'
import { makeTestEnvironment } from '#server/sandbox/testing/test-environment.ts'

/**
 * node tools/run.mjs tools/sandbox-probes.ts: runs the sandbox's self-test in each launcher of this machine and writes
 * docs/reference/sandbox-probes.md. As root, bubblewrap is also tried as an ordinary user.
 */
const run = promisify(execFile)
const target = join(import.meta.dirname, '..', 'docs', 'reference', 'sandbox-probes.md')
const ordinaryUser = 62_000

interface Tried {
  readonly name: string
  readonly checks: readonly Check[]
}

if (process.argv[2] === 'as-user') await tryAsUser(process.argv[3] ?? '', process.argv[4] ?? '')
else await tryAll()

async function tryAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'loggerhead-probes-'))
  chmodSync(folder, 0o755)
  const environment = makeTestEnvironment()
  const isRoot = process.getuid?.() === 0
  try {
    const tried: Tried[] = [
      {
        name: isRoot ? 'bubblewrap, by root' : 'bubblewrap',
        checks: await tryOne(
          await BubblewrapLauncher.open(await findBubblewrap(join(folder, 'bubblewrap'))),
          environment,
          folder,
        ),
      },
    ]
    if (isRoot) tried.push({ name: 'bubblewrap, by a user', checks: await asUser(environment, folder) })
    const engine = await provideEngine()
    if (typeof engine === 'string') console.error(`Without containers: ${engine}.`)
    else {
      const launcher = await ContainerLauncher.open(engine.client, join(folder, 'containers'))
      const { name, version } = launcher.facts
      tried.push({ name: `${name} ${version}`, checks: await tryOne(launcher, environment, folder) })
      await engine.stop()
    }
    writeFileSync(target, page(tried))
    console.log(`wrote ${target}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(environment.folder, { recursive: true, force: true })
  }
}

async function tryOne(launcher: Launcher, environment: BoxEnvironment, folder: string): Promise<Check[]> {
  const sandbox = new PooledSandbox(launcher)
  try {
    return await selfTest(sandbox, environment, folder)
  } finally {
    await sandbox.stop()
  }
}

async function asUser(environment: BoxEnvironment, folder: string): Promise<Check[]> {
  const own = join(folder, 'user')
  mkdirSync(own)
  chownSync(own, ordinaryUser, ordinaryUser)
  const args = ['--disable-warning=ExperimentalWarning', import.meta.filename, 'as-user', JSON.stringify(environment), own]
  const options = { uid: ordinaryUser, gid: ordinaryUser, env: { PATH: '/usr/bin:/bin' }, maxBuffer: 16e6 }
  const { stdout } = await run(process.execPath, args, options)
  return JSON.parse(stdout) as Check[]
}

async function tryAsUser(environment: string, folder: string): Promise<void> {
  const launcher = await BubblewrapLauncher.open(await findBubblewrap(join(folder, 'boxes')))
  process.stdout.write(JSON.stringify(await tryOne(launcher, JSON.parse(environment) as BoxEnvironment, folder)))
}

function page(tried: readonly Tried[]): string {
  const names = new Map(tried.flatMap(({ checks }) => checks.map(({ group, name }) => [`${group} · ${name}`, { group, name }])))
  const rows = [...names.values()].map(({ group, name }) => {
    const cells = tried.map(({ checks }) => cell(checks.find((check) => check.group === group && check.name === name)))
    return `| ${group} | ${name} | ${cells.join(' | ')} |`
  })
  return [
    '# Sandbox: what was tried, and what happened',
    '',
    'Written by `node tools/run.mjs tools/sandbox-probes.ts`. The same checks run at each start of a worker, through the launcher',
    'that it will use; where one does not hold, no script runs. "held" with an error is what the kernel answered, without one: there',
    'was nothing to be found. `ENOSYS` is the answer of the filter of system calls, `EPERM` that of its rules for arguments.',
    '',
    `Linux ${release().split('.').slice(0, 2).join('.')}, ${process.arch}. ${names.size} checks.`,
    '',
    `| | what a script tried | ${tried.map(({ name }) => name).join(' | ')} |`,
    `|---|---|${tried.map(() => '---|').join('')}`,
    ...rows,
    '',
  ].join('\n')
}

/** Figures of limits vary from run to run; what counts is in front of them. */
function cell(check: Check | undefined): string {
  if (check === undefined) return '-'
  const detail = check.detail.replace(/, \d+ ms.*$/, '').replace(/[|\n]/g, ' ')
  return `${check.held ? 'held' : '**OPEN**'}${detail === '' ? '' : ` · ${detail}`}`
}
