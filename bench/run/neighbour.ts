import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoxOrder, Sandbox } from '#server/sandbox/sandbox.ts'
import { scriptZip } from '#server/sandbox/self-test/script-zip.ts'

/** Half a second of work and some output, timed by the script itself and from outside. */
const work = `import time
total = 0
for number in range(6_000_000):
    total += number * number
with open("out", "wb") as file:
    file.write(bytes(1 << 20))
print("done", flush=True)
`

const bombs = {
  processes: 'import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n',
  memory: 'held = []\nwhile True:\n    held.append(b"x" * (1 << 20))\n',
  output:
    'while True:\n    try:\n        with open("f", "wb", 0) as file:\n            while True:\n                file.write(bytes(1 << 20))\n    except OSError:\n        pass\n',
  lines: 'while True:\n    print("x" * 1000)\n',
}

/** How long a normal run takes alone, and beside each bomb, which is lit again and again; medians in ms. */
export async function measureNeighbour(
  sandbox: Sandbox,
  order: BoxOrder,
  folder: string,
  rounds: number,
): Promise<Map<string, number>> {
  const packages = new Map<string, string>()
  for (const [name, source] of Object.entries({ work, ...bombs })) {
    const path = join(folder, `${name}.zip`)
    await writeFile(path, scriptZip(source))
    packages.set(name, path)
  }
  const found = new Map<string, number>()
  const once = async (): Promise<number> => await runOnce(sandbox, { ...order, packagePath: packages.get('work') ?? '' })
  for (const name of ['alone', ...Object.keys(bombs)]) {
    const packagePath = packages.get(name)
    const bomb = packagePath === undefined ? undefined : keepLit(sandbox, { ...order, packagePath })
    await bomb?.lit
    await once() // does not count
    const all: number[] = []
    while (all.length < rounds) all.push(await once())
    await bomb?.stop()
    found.set(name, all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN)
  }
  return found
}

/** From the order to the end, in a box that was made for it. */
async function runOnce(sandbox: Sandbox, order: BoxOrder): Promise<number> {
  const box = await sandbox.start(order)
  for await (const event of box.events) void event
  const end = await box.ended
  await box.dispose()
  if (end.why !== 'exited' || end.code !== 0) throw new Error(`the neighbour ended: ${JSON.stringify(end)}`)
  return end.durationMs
}

function keepLit(sandbox: Sandbox, order: BoxOrder): { lit: Promise<void>; stop(): Promise<void> } {
  const first = Promise.withResolvers<void>()
  let stopped = false
  const burn = async (): Promise<void> => {
    while (!stopped) {
      const box = await sandbox.start(order)
      first.resolve()
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
    },
  }
}
