import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documents } from './generated/documents.ts'
import { checkSpecCoverage } from './spec-coverage.ts'

const root = join(import.meta.dirname, '..')
const problems: string[] = []

for (const document of documents) {
  const file = join(root, document.path)
  const now = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (now !== (await document.make(root))) problems.push(`${document.path} is out of date; run: npm run generate`)
}
problems.push(...checkSpecCoverage(root))

for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? `${documents.length} generated documents and the spec coverage are up to date`
    : `${problems.length} problems`,
)
process.exitCode = problems.length === 0 ? 0 : 1
