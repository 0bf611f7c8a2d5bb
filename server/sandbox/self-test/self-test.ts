import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { BoxEnd, BoxEnvironment, BoxLimits, Sandbox } from '../sandbox.ts'
import { openOutside } from './outside.ts'
import { scriptZip } from './script-zip.ts'

/** One thing that a sandbox has to hold. */
export interface Check {
  readonly name: string
  readonly group: string
  readonly held: boolean
  /** What was seen: an error of the kernel, or what went through. */
  readonly detail: string
}

const mebibyte = 1024 * 1024
/** Small, so that going beyond them is quick. */
const testLimits: BoxLimits = {
  processors: 1,
  memoryBytes: 320 * mebibyte,
  processes: 24,
  outputBytes: 8 * mebibyte,
  outputFiles: 40,
  seconds: 60,
}

interface Ran {
  readonly end: BoxEnd
  /** Of its errors. */
  readonly lastLine: string
  readonly files: ReadonlyMap<string, string>
  /** Of all files together. */
  readonly bytes: number
}

/**
 * Runs a script that tries to get out, and scripts that go beyond each limit, in the real sandbox with a real environment.
 * It holds when every check does.
 * @param folder of our own, for what the tests need
 */
export async function selfTest(sandbox: Sandbox, environment: BoxEnvironment, folder: string): Promise<Check[]> {
  const own = join(folder, `${process.pid}-self-test`)
  await mkdir(own, { recursive: true, mode: 0o755 })
  const outside = await openOutside(own)
  try {
    let number = 0
    const run = async (source: string, limits: Partial<BoxLimits> = {}): Promise<Ran> => {
      const packagePath = join(own, `${number++}.zip`)
      await writeFile(packagePath, scriptZip(source))
      return await runScript(sandbox, {
        runId: 0,
        environment,
        packagePath,
        configPath: null,
        limits: { ...testLimits, ...limits },
        inputs: [{ hostPath: join(own, 'outside'), path: '/data/0/input' }],
        job: { data_files: [], files: [], config_files: [], output_dir: '/output', outside: outside.facts },
      })
    }
    const probes = await readFile(join(import.meta.dirname, 'probes.py'), 'utf8')
    const checks = await Promise.all([
      run(probes).then(readProbes),
      ...limitChecks.map(async ({ name, source, limits, judge }) => {
        const ran = await run(source, limits)
        return [{ group: 'limits', name, ...judge(ran) }]
      }),
    ])
    const reached = { group: 'network', name: 'nobody came from the box', held: !outside.reached(), detail: '' }
    return [...checks.flat(), reached]
  } finally {
    await outside.close()
    await rm(own, { recursive: true, force: true })
  }
}

/** Null when all held; otherwise a sentence. */
export function verdict(checks: readonly Check[]): string | null {
  const open = checks.filter(({ held }) => !held)
  if (open.length === 0) return null
  const some = open.slice(0, 3).map(({ name, detail }) => `${name}${detail === '' ? '' : ` (${detail.slice(0, 200)})`}`)
  const more = open.length > some.length ? ` and ${open.length - some.length} more` : ''
  return `its self-test failed: ${some.join('; ')}${more}`
}

async function runScript(sandbox: Sandbox, order: Parameters<Sandbox['start']>[0]): Promise<Ran> {
  const box = await sandbox.start(order)
  try {
    let lastLine = ''
    for await (const event of box.events) if (event.kind === 'line' && event.stream === 'err') lastLine = event.text
    const end = await box.ended
    const files = new Map<string, string>()
    let bytes = 0
    for await (const file of box.results(() => undefined)) {
      bytes += file.size
      if (file.size < mebibyte) files.set(file.name, await text(file.open()))
    }
    return { end, lastLine, files, bytes }
  } finally {
    await box.dispose()
  }
}

const found = z.array(z.object({ group: z.string(), name: z.string(), held: z.boolean(), detail: z.string() }))
/** Fewer have not been tried: the script did not run to its end. */
const fewestProbes = 100

function readProbes(ran: Ran): Check[] {
  const { end, files } = ran
  const told = files.get('probes.json')
  const checks = told === undefined ? [] : found.parse(JSON.parse(told))
  const held = checks.length >= fewestProbes && end.why === 'exited' && end.code === 0
  return [...checks, { group: 'limits', name: 'the probes ran to their end', held, detail: held ? '' : saying(ran) }]
}

interface LimitCheck {
  readonly name: string
  readonly source: string
  readonly limits?: Partial<BoxLimits>
  judge(ran: Ran): { held: boolean; detail: string }
}

const limitChecks: readonly LimitCheck[] = [
  {
    name: 'memory',
    source: 'held = []\nwhile True:\n    held.append(b"x" * (4 << 20))\n',
    judge: (ran) => ({
      held: ran.end.why === 'memory' && (ran.end.peakMemoryBytes ?? 0) < testLimits.memoryBytes * 1.5,
      detail: saying(ran),
    }),
  },
  {
    name: 'processes',
    source: `import os, time
made = 0
try:
    while made < 1000:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        made += 1
except OSError:
    pass
with open("made", "w") as file:
    file.write(str(made))
`,
    judge: (ran) => {
      const made = Number(ran.files.get('made') ?? NaN)
      return { held: made < testLimits.processes + 8, detail: `${made} were made; ${saying(ran)}` }
    },
  },
  {
    name: 'output size',
    source: 'with open("large", "wb", 0) as file:\n    while True:\n        file.write(b"x" * (1 << 20))\n',
    judge: (ran) => ({
      held: ran.end.why === 'output' && ran.bytes <= testLimits.outputBytes,
      detail: `${ran.bytes} bytes came out; ${saying(ran)}`,
    }),
  },
  {
    name: 'time, ignoring the request to end',
    source: `import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(60)
time.sleep(60)
`,
    limits: { seconds: 1 },
    judge: (ran) => ({ held: ran.end.why === 'time' && ran.end.durationMs < 6_000, detail: saying(ran) }),
  },
]

function saying({ end, lastLine }: Ran): string {
  const { durationMs, peakMemoryBytes, ...why } = end
  return `${JSON.stringify(why)}, ${Math.round(durationMs)} ms, ${Math.round((peakMemoryBytes ?? 0) / mebibyte)} MiB${lastLine === '' ? '' : `, ${lastLine}`}`
}
