// npm run fuzz [-- NAME]: 10,000 mutations of each file (or LOGGERHEAD_FUZZ), read by every reader; the nightly run.
import { join } from 'node:path'
import { environment, run } from './child.mjs'
import { install } from './install.mjs'
import { node24 } from './node24.mjs'
import { root, runTool } from './project.mjs'

const nightly = '10000'
const tests = ['recording/formats/fuzz.process.test.ts', 'fuzz.test.ts']

await runTool(async () => {
  const [name] = process.argv.slice(2)
  await install({ dev: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--project', 'process', '--project', 'unit', '--reporter=verbose', ...tests]
  const env = {
    ...environment(/^LOGGERHEAD_RECORDINGS$/),
    LOGGERHEAD_FUZZ: process.env.LOGGERHEAD_FUZZ ?? nightly,
  }
  return await run(node24(), name === undefined ? args : [...args, '-t', name], { env })
})
