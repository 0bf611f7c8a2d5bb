import { rmSync } from 'node:fs'
import { afterAll } from 'vitest'
import { PooledSandbox } from '../pooled-sandbox.ts'
import { provideEngine } from '../testing/podman-service.ts'
import { sandboxContract } from '../testing/sandbox-contract.ts'
import { makeTestEnvironment } from '../testing/test-environment.ts'
import { ContainerLauncher } from './container-launcher.ts'

const environment = makeTestEnvironment()
const engine = await provideEngine()
afterAll(async () => {
  if (typeof engine !== 'string') await engine.stop()
  rmSync(environment.folder, { recursive: true, force: true })
})

sandboxContract({
  name: 'containers',
  missing: typeof engine === 'string' ? engine : undefined,
  environment: () => environment,
  open: async (folder) => {
    if (typeof engine === 'string') throw new Error(engine)
    return new PooledSandbox(await ContainerLauncher.open(engine.client, folder))
  },
})
