#!/usr/bin/env node
// npx loggerhead COMMAND: the command line, with Node 24.
import { join } from 'node:path'
import { environment, run, serverNames } from './child.mjs'
import { commandEnvironment, commandNode } from './command-node.mjs'
import { install } from './install.mjs'
import { root, runTool } from './project.mjs'

await runTool(async () => {
  await install({ dev: false })
  const [node, ...flags] = commandNode()
  return await run(node, [...flags, join(root, 'server', 'command-line', 'main.ts'), ...process.argv.slice(2)], {
    // File names on the command line are relative to where the person is.
    cwd: process.cwd(),
    env: { ...environment(serverNames), ...commandEnvironment },
  })
})
