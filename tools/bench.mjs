// npm run bench -- NAME ARGUMENTS...: runs bench/NAME.ts with Node 24; without a name it lists them.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { environment, run, serverNames } from './child.mjs'
import { install } from './install.mjs'
import { node24 } from './node24.mjs'
import { Sentence, root, runTool, say } from './project.mjs'
import { buildWeb } from './web-build.mjs'

await runTool(async () => {
  const folder = join(root, 'bench')
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^[a-z][a-z-]*\.ts$/.test(name))
        .map((name) => name.slice(0, -3))
    : []
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined) {
    say(names.length === 0 ? 'There are no benchmarks yet.' : `npm run bench -- NAME, one of: ${names.join(', ')}`)
    return 0
  }
  if (!names.includes(name)) throw new Sentence(`There is no benchmark ${name}: choose one of ${names.join(', ')}.`)
  await install({ dev: true })
  await buildWeb()
  return await run(node24(), [join(folder, `${name}.ts`), ...args], { env: environment(serverNames) })
})
