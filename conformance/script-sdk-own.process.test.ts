import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { oracleEnvironment } from './oracle-environment.ts'

const run = promisify(execFile)
const environment = await oracleEnvironment()
const package_ = join(import.meta.dirname, '../script-sdk')

it.skipIf('missing' in environment)("the script package's own tests pass", async () => {
  if ('missing' in environment) return
  const options = { cwd: package_, env: { PATH: process.env.PATH, HOME: '/nonexistent', TZ: 'UTC' } }
  const { stdout } = await run(environment.python, ['-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'], options).catch(
    (error: unknown) => {
      throw new Error(String(Reflect.get(Object(error), 'stdout')) + String(Reflect.get(Object(error), 'stderr')))
    },
  )
  expect(stdout).toMatch(/\d+ passed/)
  expect(stdout).not.toMatch(/failed|error/)
})
