import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Box, BoxEnvironment, BoxEvent, Sandbox } from '../sandbox.ts'
import { SandboxError } from '../sandbox.ts'
import { scriptZip } from '../self-test/script-zip.ts'
import type { Asked, Bench, Ran } from './bench.ts'
import { contractLimits } from './bench.ts'
import { realSandboxContract } from './real-sandbox-contract.ts'

export interface Candidate {
  readonly name: string
  /** Null: the scripted one, which only does what comments say. */
  readonly environment: (() => BoxEnvironment) | null
  open(folder: string): Promise<Sandbox>
  /** Where the sandbox is missing: a sentence, shown in place of the tests. */
  readonly missing?: string
}

/** What every sandbox does, whatever it is made of; the scripts say the same in Python and in comments. */
export function sandboxContract(candidate: Candidate): void {
  if (candidate.missing !== undefined) process.stderr.write(`\nNOT TESTED: ${candidate.name}, because ${candidate.missing}.\n`)
  describe.skipIf(candidate.missing !== undefined)(
    `${candidate.name}${candidate.missing ? ` (${candidate.missing})` : ''}`,
    () => {
      let sandbox: Sandbox
      let folder: string
      let environment: BoxEnvironment = { name: 'none', hash: 'none', folder: '/', python: '/' }
      let number = 0
      beforeAll(async () => {
        folder = await mkdtemp(join(tmpdir(), 'loggerhead-sandbox-'))
        if (candidate.environment) environment = candidate.environment()
        sandbox = await candidate.open(join(folder, 'boxes'))
      })
      afterAll(async () => {
        await sandbox.stop()
        await rm(folder, { recursive: true, force: true })
      })

      const start = async (source: string, { limits, inputs = [], job = {}, configPath = null }: Asked = {}): Promise<Box> => {
        const packagePath = join(folder, `${number++}.zip`)
        await writeFile(packagePath, scriptZip(source))
        return await sandbox.start({
          runId: number,
          environment,
          packagePath,
          inputs,
          job: { data_files: [], output_dir: '/output', ...job },
          configPath,
          limits: { ...contractLimits, ...limits },
        })
      }
      const bench: Bench = {
        sandbox: () => sandbox,
        environment: () => environment,
        folder: () => folder,
        start,
        run: async (source, asked) => await readAll(await start(source, asked)),
      }

      common(bench)
      if (candidate.environment) realSandboxContract(bench)
    },
  )
}

/** Reads a box to its end and removes it; `seen` is told each event as it comes. */
export async function readAll(box: Box, seen: (event: BoxEvent) => Promise<void> = async () => {}): Promise<Ran> {
  try {
    const events: BoxEvent[] = []
    for await (const event of box.events) {
      events.push(event)
      await seen(event)
    }
    const end = await box.ended
    const files = new Map<string, string>()
    const refused = new Map<string, string>()
    for await (const file of box.results((name, reason) => refused.set(name, reason))) {
      files.set(file.name, await text(file.open()))
      expect(Buffer.byteLength(files.get(file.name) ?? '')).toBe(file.size)
    }
    const said = (stream: 'out' | 'err') =>
      events.flatMap((event) => (event.kind === 'line' && event.stream === stream ? [event.text] : []))
    return { end, events, out: said('out'), err: said('err'), files, refused }
  } finally {
    await box.dispose()
  }
}

function common({ start, run, sandbox, folder }: Bench): void {
  test('lines of output and errors come, then the exit code', async () => {
    const { out, err, end } = await run(
      `
import sys
print("hello")                          # scripted: line hello
# scripted: line hello
print("so läuft es")
# scripted: line so läuft es
print("oops", file=sys.stderr)
# scripted: err oops
sys.exit(3)
# scripted: exit 3
`.replace('                          # scripted: line hello', ''),
    )
    expect(out).toEqual(['hello', 'so läuft es'])
    expect(err).toEqual(['oops'])
    expect(end).toMatchObject({ why: 'exited', code: 3 })
    expect(end.peakMemoryBytes).toBeGreaterThan(100_000)
    expect(end.durationMs).toBeGreaterThan(0)
  })

  test('progress comes while the script runs, and results when it has ended', async () => {
    // the script goes on when its first progress has been seen
    const seen = join(folder(), 'seen')
    await writeFile(seen, '')
    const box = await start(
      `
import os, time
def tell(percent):
    with open("progress.ipa", "a") as file:
        file.write(f"{percent}\\n")
tell(25)
# scripted: progress 25
while os.path.getsize("/data/1/seen") == 0:
    time.sleep(0.02)
tell(100)
# scripted: progress 100
with open("report.html", "w") as file:
    file.write("<p>done")
# scripted: file report.html <p>done
`,
      { inputs: [{ hostPath: seen, path: '/data/1/seen' }] },
    )
    const { events, files, end } = await readAll(box, async ({ kind }) => {
      if (kind === 'progress') await writeFile(seen, 'yes')
    })
    expect(events.filter(({ kind }) => kind === 'progress')).toEqual([
      { kind: 'progress', percent: 25 },
      { kind: 'progress', percent: 100 },
    ])
    expect([...files]).toEqual([['report.html', '<p>done']])
    expect(end).toMatchObject({ why: 'exited', code: 0 })
  })

  test('a script that is canceled ends, whatever it does', async () => {
    const box = await start(`
import signal, time
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
print("waiting")
# scripted: line waiting
# scripted: wait
while True:
    time.sleep(1)
`)
    for await (const event of box.events) {
      expect(event).toMatchObject({ text: 'waiting' })
      box.kill('canceled')
      box.kill('time')
    }
    expect(await box.ended).toMatchObject({ why: 'canceled' })
    await box.dispose()
    await box.dispose()
  })

  test('a script that takes too long ends', async () => {
    const { end } = await run('import time\ntime.sleep(60)\n# scripted: wait\n', { limits: { seconds: 1 } })
    expect(end).toMatchObject({ why: 'time' })
    expect(end.durationMs).toBeLessThan(6_000)
  })

  test('more memory than it may have', async () => {
    const { end } = await run('held = []\nwhile True:\n    held.append(b"x" * (1 << 20))\n# scripted: end OOM_KILLED\n')
    expect(end.why).toBe('memory')
  })

  test('more output than it may have', async () => {
    const { end } = await run(
      'with open("f", "wb") as f:\n    while True:\n        f.write(b"x" * 65536)\n# scripted: end OUTPUT\n',
    )
    expect(end.why).toBe('output')
  })

  test('a script that crashes says which signal', async () => {
    const { end } = await run('import ctypes\nctypes.string_at(8)\n# scripted: end SIGSEGV\n')
    expect(end).toMatchObject({ why: 'signal', signal: 'SIGSEGV' })
  })

  test('several boxes at a time know nothing of each other', async () => {
    const scripts = ['a', 'b', 'c'].map(
      (name) => `print("${name}")\nopen("${name}", "w").close()\n# scripted: line ${name}\n# scripted: file ${name}\n`,
    )
    const all = await Promise.all(scripts.map((source) => run(source)))
    expect(all.map(({ out, files }) => [...out, ...files.keys()])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ])
  })

  test('a package that is missing is said', async () => {
    const box = sandbox().start({
      runId: 1,
      environment: { name: 'none', hash: 'none', folder: '/nowhere', python: '/nowhere/bin/python' },
      packagePath: '/nowhere/script.zip',
      inputs: [],
      job: {},
      configPath: null,
      limits: contractLimits,
    })
    await expect(box).rejects.toThrow(SandboxError)
  })
}
