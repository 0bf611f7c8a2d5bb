import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, npmNames, runQuietly } from './child.mjs'
import { Sentence, root, say } from './project.mjs'

/**
 * Brings node_modules to what package-lock.json says, unless it is there already (a full install also serves
 * where only `dev: false` is asked for). Safe to repeat.
 */
export async function install({ dev }) {
  const missing = missingPackage({ dev })
  if (missing === undefined) return
  say(`Installing packages${dev ? ' for development' : ''} ...`)
  const begin = performance.now()
  const [command, ...first] = npmCommand()
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...(dev ? [] : ['--omit=dev'])]
  const npm = (...args) =>
    runQuietly(command, [...first, ...args, ...options], { env: environment(npmNames) }).catch((error) => ({
      code: 1,
      output: error.message,
    }))
  const { code, output } = await npm('ci')
  if (code !== 0)
    throw new Sentence(
      `${output.trim()}\nThe packages could not be installed (${missing} is missing): read npm's message above, then run this again.`,
    )
  say(`Packages installed in ${seconds(begin)}.`)
}

/** The npm that started us, or the one on the path. */
function npmCommand() {
  const npm = process.env.npm_execpath
  return npm !== undefined && npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm']
}

/**
 * The first package that package-lock.json asks for and node_modules lacks. npm writes its own lock file into
 * node_modules as the last step of an installation, so a half one has none.
 */
export function missingPackage({ dev }) {
  const wanted = readLock(join(root, 'package-lock.json'))
  const found = readLock(join(root, 'node_modules', '.package-lock.json'))
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.link || entry.inert) continue
    if (!dev && (entry.dev || entry.devOptional)) continue
    if ((entry.optional || entry.devOptional || entry.peer) && !forThisMachine(entry)) continue
    if (found[path]?.version !== entry.version) return path.replace(/^.*node_modules\//, '')
  }
  return undefined
}

/** Which C library an optional package is for cannot be told cheaply; npm chose when it installed. */
function forThisMachine(entry) {
  return entry.os?.includes(process.platform) === true && entry.cpu?.includes(process.arch) === true && entry.libc === undefined
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

export function seconds(begin) {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`
}
