import { rmSync } from 'node:fs'
import { afterAll } from 'vitest'
import { PooledSandbox } from '../pooled-sandbox.ts'
import type { BoxEnvironment } from '../sandbox.ts'
import { provideEngine } from '../testing/podman-service.ts'
import { sandboxContract } from '../testing/sandbox-contract.ts'
import { makeTestEnvironment } from '../testing/test-environment.ts'
import { ContainerLauncher } from './container-launcher.ts'

let environment: BoxEnvironment | undefined
const engine = await provideEngine()
afterAll(async () => {
  if (typeof engine !== 'string') await engine.stop()
  if (environment) rmSync(environment.folder, { recursive: true, force: true })
})

sandboxContract({
  name: 'containers',
  missing: typeof engine === 'string' ? engine : undefined,
  environment: () => (environment ??= makeTestEnvironment()),
  open: async (folder) => {
    if (typeof engine === 'string') throw new Error(engine)
    return new PooledSandbox(await ContainerLauncher.open(engine.client, folder))
  },
})
