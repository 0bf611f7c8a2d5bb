// npm run conformance: compares our readers and writers with other people's programs and writes the table of verdicts anew.
import { join } from 'node:path'
import { environment, run } from './child.mjs'
import { install } from './install.mjs'
import { node24 } from './node24.mjs'
import { root, runTool, say } from './project.mjs'
import { provideTshark } from './tshark.mjs'

await runTool(async () => {
  await install({ dev: true })
  const problem = await provideTshark()
  if (problem !== undefined) say(problem)
  const args = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'process', 'conformance/']
  return await run(node24(), args, { env: { ...environment(/^LOGGERHEAD_RECORDINGS$/), LOGGERHEAD_CONFORMANCE: 'write' } })
})
