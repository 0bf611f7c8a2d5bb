import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoxOrder, Sandbox } from '#server/sandbox/sandbox.ts'
import { scriptZip } from '#server/sandbox/self-test/script-zip.ts'

/** Half a second of work and some output. Its line is the processor time that it took, in ms: the rest was waiting. */
const work = `import time
begun = time.process_time()
total = 0
for number in range(6_000_000):
    total += number * number
with open("out", "wb") as file:
    file.write(bytes(1 << 20))
print((time.process_time() - begun) * 1000, flush=True)
`

const bombs = {
  processes: 'import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n',
  memory: 'held = []\nwhile True:\n    held.append(b"x" * (1 << 20))\n',
  output:
    'while True:\n    try:\n        with open("f", "wb", 0) as file:\n            while True:\n                file.write(bytes(1 << 20))\n    except OSError:\n        pass\n',
  synced:
    'import os\nwhile True:\n    with open("f", "wb", 0) as file:\n        file.write(bytes(1 << 20))\n        os.fsync(file.fileno())\n',
  lines: 'while True:\n    print("x" * 1000)\n',
}

export interface Beside {
  readonly bomb: string
  /** Medians in ms: of the run alone and beside the bomb, measured in turns, from the order to the end. */
  readonly alone: number
  readonly beside: number
  /** Of the processor time among it. */
  readonly aloneBusy: number
  readonly besideBusy: number
  /** Boxes that the bomb took. */
  readonly lit: number
}

export const bombNames = Object.keys(bombs)

/** How long a normal run takes alone, and beside each bomb, which is lit again and again. Alone is measured before and after. */
export async function* measureNeighbour(
  sandbox: Sandbox,
  order: BoxOrder,
  { folder, rounds, names }: { readonly folder: string; readonly rounds: number; readonly names: readonly string[] },
): AsyncGenerator<Beside> {
  const packages = new Map<string, string>()
  for (const [name, source] of Object.entries({ work, ...bombs })) {
    const path = join(folder, `${name}.zip`)
    await writeFile(path, scriptZip(source))
    packages.set(name, path)
  }
  const some = async (count: number): Promise<Took[]> => {
    const all: Took[] = []
    while (all.length < count) all.push(await runOnce(sandbox, { ...order, packagePath: packages.get('work') ?? '' }))
    return all
  }
  await some(1) // does not count
  for (const bomb of names) {
    const before = await some(Math.ceil(rounds / 2))
    const burning = keepLit(sandbox, { ...order, packagePath: packages.get(bomb) ?? '' })
    await burning.lit
    await some(1) // does not count
    const beside = await some(rounds)
    const lit = await burning.stop()
    const alone = [...before, ...(await some(Math.ceil(rounds / 2)))]
    yield {
      bomb,
      alone: median(alone.map(({ ms }) => ms)),
      beside: median(beside.map(({ ms }) => ms)),
      aloneBusy: median(alone.map(({ busyMs }) => busyMs)),
      besideBusy: median(beside.map(({ busyMs }) => busyMs)),
      lit,
    }
  }
}

interface Took {
  readonly ms: number
  readonly busyMs: number
}

/** From the order to the end, in a box that was made for it. */
async function runOnce(sandbox: Sandbox, order: BoxOrder): Promise<Took> {
  const box = await sandbox.start(order)
  let busyMs = NaN
  for await (const event of box.events) if (event.kind === 'line') busyMs = Number(event.text)
  const end = await box.ended
  await box.dispose()
  if (end.why !== 'exited' || end.code !== 0) throw new Error(`the neighbour ended: ${JSON.stringify(end)}`)
  return { ms: end.durationMs, busyMs }
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN
}

function keepLit(sandbox: Sandbox, order: BoxOrder): { lit: Promise<void>; stop(): Promise<number> } {
  const first = Promise.withResolvers<void>()
  let stopped = false
  let lit = 0
  const burn = async (): Promise<void> => {
    while (!stopped) {
      const box = await sandbox.start(order)
      first.resolve()
      lit += 1
      const timer = setInterval(() => stopped && box.kill('canceled'), 50)
      for await (const event of box.events) void event
      await box.ended
      clearInterval(timer)
      await box.dispose()
    }
  }
  const burning = burn()
  return {
    lit: first.promise,
    stop: async () => {
      stopped = true
      await burning
      return lit
    },
  }
}
