import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { PooledSandbox } from '../pooled-sandbox.ts'
import type { BoxEnvironment } from '../sandbox.ts'
import { sandboxContract } from '../testing/sandbox-contract.ts'
import { makeTestEnvironment } from '../testing/test-environment.ts'
import { BubblewrapLauncher } from './bubblewrap-launcher.ts'
import { findBubblewrap } from './find-bubblewrap.ts'

let environment: BoxEnvironment | undefined
afterAll(() => environment && rmSync(environment.folder, { recursive: true, force: true }))

const missing = await findBubblewrap(join(tmpdir(), `loggerhead-find-${process.pid}`)).then(
  () => undefined,
  (error: unknown) => String(error),
)

sandboxContract({
  name: 'bubblewrap',
  missing,
  environment: () => (environment ??= makeTestEnvironment()),
  open: async (folder) => new PooledSandbox(await BubblewrapLauncher.open(await findBubblewrap(folder))),
})
