import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './child.mjs'
import { seconds } from './install.mjs'
import { node24 } from './node24.mjs'
import { Sentence, root, say } from './project.mjs'

const built = join(root, 'dist', 'web')
const stamp = join(root, 'dist', 'web.sources')

/** Builds the web application into dist/web when a source has changed since the last build. */
export async function buildWeb() {
  if (!existsSync(join(root, 'web', 'vite.config.ts'))) return
  const sources = digest()
  if (existsSync(join(built, 'index.html')) && readOrEmpty(stamp) === sources) return
  say('Building the pages ...')
  const begin = performance.now()
  // Built beside the old pages and moved at the end: a running server never serves half a build.
  const next = join(root, 'dist', `web.next-${process.pid}`)
  try {
    mkdirSync(join(root, 'dist'), { recursive: true })
  } catch (error) {
    throw new Sentence(
      `The pages cannot be built because ${join(root, 'dist')} cannot be written (${error.code}): run npm start once as the owner of this folder.`,
    )
  }
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { code, output } = await runQuietly(node24(), [
    vite,
    'build',
    '--config',
    join(root, 'web', 'vite.config.ts'),
    '--outDir',
    next,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ])
  if (code !== 0) {
    rmSync(next, { recursive: true, force: true })
    throw new Sentence(`${output.trim()}\nThe pages could not be built: read the message above.`)
  }
  rmSync(stamp, { force: true })
  rmSync(built, { recursive: true, force: true })
  renameSync(next, built)
  writeFileSync(stamp, sources)
  say(`Pages built in ${seconds(begin)}.`)
}

/** Of the contents, not of the times: a copied folder needs no new build. */
function digest() {
  const hash = createHash('sha256')
  for (const folder of ['web', 'contract', 'recording']) {
    for (const file of filesBelow(join(root, folder)))
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  }
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name) && entry.name !== 'node_modules')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name)) : entry.isFile() ? [join(folder, entry.name)] : [],
    )
}

function readOrEmpty(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
