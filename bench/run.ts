import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AnalysisEnvironments } from '#server/analysis-environment/analysis-environments.ts'
import { BubblewrapLauncher } from '#server/sandbox/bubblewrap/bubblewrap-launcher.ts'
import { findBubblewrap } from '#server/sandbox/bubblewrap/find-bubblewrap.ts'
import { ContainerLauncher } from '#server/sandbox/container/container-launcher.ts'
import { PooledSandbox } from '#server/sandbox/pooled-sandbox.ts'
import type { BoxEnvironment, BoxLimits, BoxOrder } from '#server/sandbox/sandbox.ts'
import { scriptZip } from '#server/sandbox/self-test/script-zip.ts'
import { provideEngine } from '#server/sandbox/testing/podman-service.ts'
import { firstLine, waitFor } from './run/first-line.ts'
import { bombNames, measureNeighbour } from './run/neighbour.ts'

/**
 * npm run bench -- run [--environment FOLDER] [--runs 100] [--cold 10] [--short 200] [--rounds 7]
 *                       [--only neighbours] [--bombs processes,lines]
 * From the order to the script's first line, with numpy and pandas loaded: boxes that wait, beside a box that is made for the
 * run, beside a container that is made for the run. All print the same first. Then many short runs, two at a time, and a
 * normal run beside bombs.
 * The environment is the product's own, built below var/bench the first time, or a folder with bin/python.
 */
const { values } = parseArgs({
  options: {
    environment: { type: 'string' },
    runs: { type: 'string', default: '100' },
    cold: { type: 'string', default: '10' },
    short: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string' },
    bombs: { type: 'string', default: bombNames.join(',') },
  },
})
const [wantedMs, wantedSlower] = [12, 1.1]
const say = (line: string): void => console.log(line)
const limits: BoxLimits = {
  processors: 1,
  memoryBytes: 1024 ** 3,
  processes: 64,
  outputBytes: 64 * 1024 ** 2,
  outputFiles: 1_000,
  seconds: 60,
}
const source = `import numpy
import pandas
print(numpy.arange(10).sum(), pandas.Series([1, 2, 3]).mean(), flush=True)
`
const expected = '45 2.0'

const parent = join(import.meta.dirname, '..', 'var', 'bench')
await mkdir(parent, { recursive: true })
const folder = await mkdtemp(join(parent, 'run-'))
await chmod(folder, 0o755)
const packagePath = join(folder, 'script.zip')
await writeFile(packagePath, scriptZip(source))
const environment = await provideEnvironment()
const order: BoxOrder = { runId: 1, environment, packagePath, inputs: [], job: {}, configPath: null, limits }
const bubblewrap = new PooledSandbox(await BubblewrapLauncher.open(await findBubblewrap(join(folder, 'boxes'))))
try {
  if (values.only === undefined) await firstLines()
  if (values.only === undefined) await throughput(Number(values.short))
  await neighbours()
} finally {
  await bubblewrap.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Boxes that wait, beside boxes and containers that are made for the run. */
async function firstLines(): Promise<void> {
  const cold = await measure('bubblewrap, made for the run', Number(values.cold), () => firstLine(bubblewrap, order, expected))
  const container = await coldContainers()
  bubblewrap.warm(environment, limits, 4)
  const warm = await measure('bubblewrap, waiting', Number(values.runs), async () => {
    await waitFor(() => bubblewrap.waiting === 4)
    return await firstLine(bubblewrap, order, expected)
  })
  const first = percentile(warm, 0.5)
  say(`  click to first line p50 ${first.toFixed(1)} ms, wanted ${wantedMs}: ${first <= wantedMs ? 'met' : 'missed'}`)
  say(`  made for the run / waiting ${(percentile(cold, 0.5) / first).toFixed(0)} x`)
  if (container.length > 0) say(`  cold container / waiting ${(percentile(container, 0.5) / first).toFixed(0)} x`)
}

async function coldContainers(): Promise<number[]> {
  const engine = await provideEngine()
  if (typeof engine === 'string') {
    say(`no containers: ${engine}`)
    return []
  }
  const sandbox = new PooledSandbox(await ContainerLauncher.open(engine.client, join(folder, 'containers')))
  try {
    return await measure('container, made for the run', Number(values.cold), () => firstLine(sandbox, order, expected))
  } finally {
    await sandbox.stop()
    await engine.stop()
  }
}

/** A normal run beside each bomb. */
async function neighbours(): Promise<void> {
  bubblewrap.warm(environment, limits, 0)
  const given = { folder, rounds: Number(values.rounds), names: values.bombs.split(',') }
  const small = { ...order, limits: { ...limits, memoryBytes: 256 * 1024 ** 2 } }
  for await (const { bomb, alone, beside, aloneBusy, besideBusy, lit } of measureNeighbour(bubblewrap, small, given)) {
    const slower = beside / alone
    say(
      `a normal run beside a bomb of ${bomb} (lit ${lit} x): ${beside.toFixed(0)} ms, alone ${alone.toFixed(0)} ms, ` +
        `${slower.toFixed(2)} x, wanted at most ${wantedSlower.toFixed(2)}: ${slower <= wantedSlower ? 'met' : 'missed'}`,
    )
    say(`  of it processor time ${besideBusy.toFixed(0)} ms, alone ${aloneBusy.toFixed(0)} ms`)
  }
}

async function measure(name: string, count: number, once: () => Promise<number>): Promise<number[]> {
  await once() // does not count: files come into memory, code is compiled
  const all: number[] = []
  while (all.length < count) all.push(await once())
  say(`${name}: p50 ${percentile(all, 0.5).toFixed(1)} ms, p95 ${percentile(all, 0.95).toFixed(1)} ms, ${count} runs`)
  return all
}

/** Runs of a script that only prints, two at a time, from the order to the removal of the box. */
async function throughput(count: number): Promise<void> {
  let left = count
  const begin = performance.now()
  const work = async (): Promise<void> => {
    while (left-- > 0) await firstLine(bubblewrap, order, expected)
  }
  await Promise.all([work(), work()])
  const seconds = (performance.now() - begin) / 1_000
  say(
    `${count} short runs, two at a time: ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(1)} a second, each in a box of its own`,
  )
}

async function provideEnvironment(): Promise<BoxEnvironment> {
  if (values.environment !== undefined)
    return { name: 'given', hash: 'given', folder: values.environment, python: join(values.environment, 'bin', 'python') }
  const log = { info: say, warn: say, error: say, debug: () => undefined }
  const environments = new AnalysisEnvironments({ dataDir: parent, log: log as never })
  environments.start()
  await environments.idle()
  const built = environments.ready()
  if (built === null) throw new Error(`the environment could not be built: ${JSON.stringify(environments.list())}`)
  return { name: 'default', ...built }
}

function percentile(all: readonly number[], part: number): number {
  return all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? NaN
}
