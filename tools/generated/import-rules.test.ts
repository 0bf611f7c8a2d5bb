import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lintConfiguration } from './import-rules.ts'

// The gate is broken on purpose: each row is a file that must not pass.
const folder = mkdtempSync(join(tmpdir(), 'loggerhead-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

function lint(path: string, text: string): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(join(folder, '.oxlintrc.json'), lintConfiguration())
  writeFileSync(file, text)
  const program = join(import.meta.dirname, '../../node_modules/oxlint/bin/oxlint')
  const result = spawnSync(process.execPath, [program, path], { cwd: folder, encoding: 'utf8' })
  rmSync(file)
  return result.status === 0 ? 'passes' : result.stdout
}

const use = (source: string) => `import { thing } from '${source}'\nexport const used = thing\n`

describe('the import table', () => {
  test.each([
    ['recording/x.ts', 'node:fs', 'The recording library takes byte sources'],
    ['recording/x.ts', '#contract/index.ts', 'The recording library takes byte sources'],
    ['contract/x.ts', '#recording/byte-source.ts', 'The contract is read by'],
    ['contract/x.ts', 'kysely', 'The contract is read by'],
    ['web/x.ts', '#server/app.ts', 'The browser knows the contract'],
    ['server/x.ts', '#web/main.tsx', 'The server knows neither'],
    ['server/x.ts', '#simulator/main.ts', 'The server knows neither'],
    ['server/x.ts', '../contract/index.ts', 'Relative imports stay inside'],
    ['simulator/x.ts', '#server/app.ts', 'it speaks only the public protocol'],
  ])('%s may not import %s', (path, source, reason) => {
    expect(lint(path, use(source))).toContain(reason)
  })

  test.each([
    ['contract/x.ts', 'zod'],
    ['server/x.ts', '#contract/index.ts'],
    ['server/command-line/x.ts', '#simulator/main.ts'],
    ['recording/x.ts', './byte-source.ts'],
  ])('%s may import %s', (path, source) => {
    expect(lint(path, use(source))).toBe('passes')
  })

  test('any is refused', () => {
    expect(lint('server/x.ts', 'export const x = (y: any) => y\n')).toContain('no-explicit-any')
  })
})
