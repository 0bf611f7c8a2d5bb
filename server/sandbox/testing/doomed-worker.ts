import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BubblewrapLauncher } from '../bubblewrap/bubblewrap-launcher.ts'
import { findBubblewrap } from '../bubblewrap/find-bubblewrap.ts'
import { ContainerClient } from '../container/container-client.ts'
import { ContainerLauncher } from '../container/container-launcher.ts'
import { PooledSandbox } from '../pooled-sandbox.ts'
import { scriptZip } from '../self-test/script-zip.ts'
import { contractLimits } from './bench.ts'

/**
 * A worker to be killed: one box at work, one that waits. Says "at work" on standard output; or only makes boxes, and says
 * "making".
 */
const given = z
  .object({
    socket: z.string().nullable(),
    folder: z.string(),
    mark: z.string(),
    makesOnly: z.boolean().default(false),
    environment: z.object({ name: z.string(), hash: z.string(), folder: z.string(), python: z.string() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { socket, folder, mark, makesOnly, environment } = given
const boxes = join(folder, 'boxes')
const launcher =
  socket === null
    ? await BubblewrapLauncher.open(await findBubblewrap(boxes))
    : await ContainerLauncher.open(new ContainerClient(socket), boxes)
const sandbox = new PooledSandbox(launcher)
const packagePath = join(folder, 'script.zip')
const source = `import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(2):
    if os.fork() == 0:
        os.setsid()
        os.execv("/bin/sh", ["sh", "-c", "trap '' TERM HUP; while :; do sleep 1; done", "${mark}"])
print("at work")
while True:
    signal.pause()
`
await writeFile(packagePath, scriptZip(source))
if (makesOnly) {
  // boxes are in every state of being made
  sandbox.warm(environment, contractLimits, 50)
  process.stdout.write('making\n')
  setInterval(() => undefined, 1_000)
  await new Promise(() => undefined)
}
const order = { runId: 1, environment, packagePath, inputs: [], job: {}, configPath: null, limits: contractLimits }
const box = await sandbox.start(order)
sandbox.warm(environment, contractLimits, 1)
for await (const event of box.events) if (event.kind === 'line') process.stdout.write(`${event.text}\n`)
