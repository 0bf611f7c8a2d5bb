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

/** What axe-core calls serious or critical on the page as it is now, in both themes: one line per element, with the rule. */
export async function barriers(page: Page): Promise<string[]> {
  const light = await findings(page, 'light', {})
  // All else is the same in the dark.
  const dark = await findings(page, 'dark', { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((line) => `dark: ${line}`)]
}

async function findings(page: Page, theme: 'light' | 'dark', options: object): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, theme)
  // Playwright's own evaluation is not bound by the page's content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const found: readonly Finding[] = await page.evaluate(async (chosen) => {
    const axe: { run: (context: Document, options: object) => Promise<{ violations: Finding[] }> } = Reflect.get(window, 'axe')
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...chosen })
    return violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    }))
  }, options)
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary = '' }) =>
          `${id} (${help}): ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim()}`,
      ),
    )
}
