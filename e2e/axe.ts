import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly help: string
  readonly nodes: ReadonlyArray<{ readonly target: readonly unknown[]; readonly failureSummary?: string }>
}

/** What axe-core calls serious or critical on the page as it is now: one line per element, with the rule. */
export async function barriers(page: Page): Promise<string[]> {
  // Playwright's own evaluation is not bound by the page's content security policy.
  await page.evaluate(await source)
  const findings: readonly Finding[] = await page.evaluate(async () => {
    const axe: { run: (context: Document, options: object) => Promise<{ violations: Finding[] }> } = Reflect.get(window, 'axe')
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    }))
  })
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary = '' }) =>
          `${id} (${help}): ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim()}`,
      ),
    )
}
