#!/usr/bin/env node
// npx loggerhead COMMAND: the command line, with Node 24.
import { join } from 'node:path'
import { environment, run, serverNames } from './child.mjs'
import { install } from './install.mjs'
import { node24 } from './node24.mjs'
import { root, runTool } from './project.mjs'

await runTool(async () => {
  await install({ dev: false })
  return await run(node24(), [join(root, 'server', 'command-line', 'main.ts'), ...process.argv.slice(2)], {
    // File names on the command line are relative to where the person is.
    cwd: process.cwd(),
    // Compiled code is kept, which halves the time until a command begins.
    env: { ...environment(serverNames), NODE_COMPILE_CACHE: join(root, 'var', 'compile-cache') },
  })
})
