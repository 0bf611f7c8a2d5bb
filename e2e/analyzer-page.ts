import type { Page } from 'playwright-core'
import type { House } from './visitors.ts'

/** The list, in a page of its own. */
export const openAnalyzers = async (page: Page, house: House) => {
  await page.goto(`${house.product.address}/ui2/analyzers`)
  await page.getByRole('heading', { name: 'Analyzers', exact: true }).waitFor()
}
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const options = async (page: Page, label: string) =>
  (await page.getByLabel(label, { exact: true }).locator('option').allInnerTexts()).slice(1)
export const chosen = (page: Page, label: string) => page.getByLabel(label, { exact: true }).locator('option:checked').innerText()
export const choose = (page: Page, label: string, word: string) =>
  page.getByLabel(label, { exact: true }).selectOption({ label: word })
export const menu = async (page: Page, name: string, item: string) => {
  await button(page, `Actions of ${name}`).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
