import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const coverageFile = 'docs/reference/spec-coverage.md'
const row = /^\| ([\w.-]+) \| (.+) \| (.+) \|$/
const proof = /^`([^`]+)` (.+)$/

/**
 * Reads the coverage table: each row names a statement and either the word `open` or the tests that prove it, as
 * `` `path` title `` (several separated by `;`).
 * @returns one sentence for each row whose test does not exist
 */
export function checkSpecCoverage(root: string): string[] {
  const file = join(root, coverageFile)
  if (!existsSync(file)) return [`${coverageFile} is missing`]
  const problems: string[] = []
  let rows = 0
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (!text.startsWith('| ') || text.startsWith('| id |')) continue
    const where = `${coverageFile}:${index + 1}`
    const cells = row.exec(text)
    if (cells === null) {
      problems.push(`${where}: not a row of three cells`)
      continue
    }
    rows += 1
    const proofs = cells[3] ?? ''
    if (proofs !== 'open') problems.push(...proofs.split('; ').flatMap((one) => missing(root, where, one)))
  }
  if (rows === 0) problems.push(`${coverageFile} has no rows`)
  return problems
}

function missing(root: string, where: string, text: string): string[] {
  const parts = proof.exec(text.trim())
  if (parts === null) return [`${where}: "${text}" is neither open nor \`test file\` and a title`]
  const [, path = '', title = ''] = parts
  const file = join(root, path)
  if (!existsSync(file)) return [`${where}: ${path} does not exist`]
  if (!readFileSync(file, 'utf8').includes(title)) return [`${where}: ${path} has no test "${title}"`]
  return []
}
