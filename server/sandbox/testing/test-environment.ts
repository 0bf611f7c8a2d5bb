import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoxEnvironment } from '../sandbox.ts'

/** An environment of this machine's Python and nothing else, in a temporary folder that the caller removes. */
export function makeTestEnvironment(): BoxEnvironment {
  const folder = mkdtempSync(join(tmpdir(), 'loggerhead-environment-'))
  // as environments of the product are: boxes have other users
  chmodSync(folder, 0o755)
  const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path)) ?? 'python3'
  execFileSync(python, ['-m', 'venv', '--without-pip', folder], { env: { PATH: process.env.PATH ?? '' } })
  return { name: 'test', hash: 'test', folder, python: join(folder, 'bin', 'python') }
}
