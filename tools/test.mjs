// npm test: installs what it needs, runs every check and test, and ends with one line of exact counts.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideBubblewrap, providePodman } from './bubblewrap.mjs'
import { provideChromium } from './chromium.mjs'
import { environment, run, runQuietly } from './child.mjs'
import { startDebianPostgresql } from './debian-postgresql.mjs'
import { install, seconds } from './install.mjs'
import { node24 } from './node24.mjs'
import { root, runTool, say } from './project.mjs'
import { provideTshark } from './tshark.mjs'
import { buildWeb } from './web-build.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
const testNames = /^LOGGERHEAD_RECORDINGS$/
const packages = join(root, 'node_modules')

await runTool(async () => {
  const begin = performance.now()
  await install({ dev: true })
  await Promise.all([step('Types', [join(packages, 'typescript', 'bin', 'tsc'), '-p', root]), otherChecks()])
  for (const provide of [provideTshark, provideBubblewrap, providePodman]) {
    const missing = await provide()
    if (missing !== undefined) say(missing)
  }
  const database = await anotherDatabase()
  try {
    await allTests(database)
  } finally {
    await database?.stop()
  }
  if (total.skipped > 0) say(`${total.skipped} skipped; each says why above.`)
  say(`Took ${seconds(begin)}.`)
  say(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
})

/** What the types need not be right for; another processor looks at them meanwhile. */
async function otherChecks() {
  if (existsSync(join(root, 'tools', 'check.ts'))) await step('Generated files', [join(root, 'tools', 'check.ts')])
  await step('Lint', [join(packages, 'oxlint', 'bin', 'oxlint'), '--deny-warnings'])
  await step('Format', [join(packages, 'oxfmt', 'bin', 'oxfmt'), '--check', root])
  await buildWeb()
}

/** One check: it counts as one. */
async function step(title, args) {
  const { code, output } = await runQuietly(node24(), args, { env: environment(testNames) })
  say(`\n== ${title}`)
  process.stdout.write(output)
  if (code === 0) total.passed++
  else total.failed++
}

/** vitest's projects: each test counts, and a run that fails without a failed test counts as one failure. */
async function tests(title, projects, variables) {
  say(`\n== ${title}`)
  const folder = mkdtempSync(join(tmpdir(), 'loggerhead-report-'))
  const report = join(folder, 'report.json')
  const vitest = join(packages, 'vitest', 'vitest.mjs')
  const args = [
    vitest,
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
  ]
  const code = await run(node24(), args, { env: { ...environment(testNames), ...variables } })
  const counts = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 }
  rmSync(folder, { recursive: true, force: true })
  total.passed += counts.numPassedTests
  total.skipped += counts.numPendingTests + (counts.numTodoTests ?? 0)
  total.failed += code !== 0 && counts.numFailedTests === 0 ? 1 : counts.numFailedTests
}

/** In one run, so that no processor waits for the last test of one kind before the first of the next begins. */
async function allTests(database) {
  const projects = ['unit', 'server', 'process', 'waiting']
  const titles = ['Units, processes and the server on the PostgreSQL that comes along']
  if (database !== undefined) {
    projects.push('database')
    titles.push(database.title)
  }
  const noBrowser = await provideChromium()
  if (noBrowser === undefined) {
    projects.push('e2e', 'large')
    titles.push('the whole product in a browser')
  } else {
    say(`\n== The whole product in a browser: ${noBrowser}`)
    total.failed++
  }
  await tests(titles.join('; '), projects, database === undefined ? {} : { LOGGERHEAD_TEST_DATABASE_URL: database.url })
}

/** A PostgreSQL that is not ours, for those of the server's tests that a database decides; undefined without one, and says so. */
async function anotherDatabase() {
  const given = process.env.LOGGERHEAD_TEST_DATABASE_URL
  if (given) return { url: given, title: 'the server on that of LOGGERHEAD_TEST_DATABASE_URL', stop: async () => {} }
  const server = await startDebianPostgresql()
  if (server !== undefined) return { ...server, title: `the server on PostgreSQL ${server.version} of the operating system` }
  say(
    '\n== Server, on an external PostgreSQL: not run, none is installed (Debian: apt install postgresql) and LOGGERHEAD_TEST_DATABASE_URL is not set.',
  )
  return undefined
}
