import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** What one comparison found. */
export interface Verdict {
  readonly format: string
  /** What was compared, in a few words. */
  readonly ability: string
  readonly oracle: string
  /** Frames, samples or messages that were compared. */
  readonly compared: number
  /** Why it differs, when it does so for a reason that is known; null: equal. */
  readonly differs: string | null
}

const folder = join(import.meta.dirname, '../docs/reference/conformance')
const command = 'npm run conformance'
const rewrites = process.env.LOGGERHEAD_CONFORMANCE === 'write'

/** The verdicts of one test file; they are a page of the reference, and the page is compared with them. */
export class Verdicts {
  readonly #name: string
  readonly #title: string
  readonly #rows = new Map<string, { verdict: Verdict; files: number; compared: number; reasons: Set<string>; equal: number }>()

  /** `name` of the page's file, `title` its heading with what it tells. */
  constructor(name: string, title: string) {
    this.#name = name
    this.#title = title
  }

  /** Counts a file. */
  add(verdict: Verdict): void {
    const key = [verdict.format, verdict.ability, verdict.oracle].join('|')
    const row = this.#rows.get(key) ?? { verdict, files: 0, compared: 0, reasons: new Set<string>(), equal: 0 }
    row.files++
    row.compared += verdict.compared
    if (verdict.differs === null) row.equal++
    else row.reasons.add(verdict.differs)
    this.#rows.set(key, row)
  }

  page(): string {
    const rows = [...this.#rows.values()].map(({ verdict, files, compared, reasons, equal }) => {
      const known = [...reasons].sort().join('; ')
      const said = reasons.size === 0 ? 'equal' : equal === 0 ? known : `${equal} of ${files} equal; ${known}`
      return `| ${verdict.format} | ${verdict.ability} | ${verdict.oracle} | ${files} | ${compared} | ${said} |`
    })
    const head = ['| format | ability | compared with | files | compared | verdict |', '|---|---|---|---|---|---|']
    return [`# ${this.#title}`, '', `Written by \`${command}\`; a test compares it.`, '', ...head, ...rows.sort(), ''].join('\n')
  }

  /** Compares with the page that is there, or writes it. */
  agreeWithPage(): void {
    const file = join(folder, `${this.#name}.md`)
    if (rewrites) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, this.page())
    }
    const committed = existsSync(file) ? readFileSync(file, 'utf8') : ''
    expect(
      this.page(),
      `docs/reference/conformance/${this.#name}.md is another one: run ${command} and look at what changed`,
    ).toBe(committed)
  }
}
