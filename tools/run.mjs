// node tools/run.mjs FILE ARGUMENTS...: runs a TypeScript file of this project with Node 24.
import { resolve } from 'node:path'
import { environment, run, serverNames } from './child.mjs'
import { install } from './install.mjs'
import { node24 } from './node24.mjs'
import { Sentence, runTool } from './project.mjs'

await runTool(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (file === undefined) throw new Sentence('Name the file to run: node tools/run.mjs FILE ARGUMENTS...')
  await install({ dev: true })
  return await run(node24(), [resolve(file), ...args], { cwd: process.cwd(), env: environment(serverNames) })
})
