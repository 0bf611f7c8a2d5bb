// npm start: installs, builds, and runs the server until it is told to stop.
import { join } from 'node:path'
import { provideBubblewrap } from './bubblewrap.mjs'
import { environment, run, serverNames } from './child.mjs'
import { install } from './install.mjs'
import { node24 } from './node24.mjs'
import { root, runTool, say } from './project.mjs'
import { buildWeb } from './web-build.mjs'

await runTool(async () => {
  await install({ dev: false })
  const sandboxed = ['', 'auto', 'bubblewrap'].includes(process.env.LOGGERHEAD_SANDBOX ?? '')
  const [noBubblewrap] = await Promise.all([sandboxed ? provideBubblewrap() : undefined, buildWeb()])
  if (noBubblewrap !== undefined) say(noBubblewrap)
  return await run(node24(), [join(root, 'server', 'main.ts')], {
    env: environment(serverNames),
    // The channel closes when this process is killed, and the server then stops by itself.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
})
