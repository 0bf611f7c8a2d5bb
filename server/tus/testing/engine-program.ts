import { archivingHooks } from './archiving-hooks.ts'
import { startEngineServer } from './engine-server.ts'
import { whenTold } from './when-told.ts'

await whenTold(async ({ staging, archive, port }) => {
  await startEngineServer({ stagingDir: staging, hooks: archivingHooks(archive) }, port)
})
