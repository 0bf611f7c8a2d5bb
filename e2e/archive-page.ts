import type { Page, Route } from 'playwright-core'

export const searchPath = '**/api/v1/data/search'
export const form = (page: Page) => page.getByRole('form', { name: 'Search Criteria' })
export const searchButton = (page: Page) => form(page).getByRole('button', { name: 'Search', exact: true })
export const strip = (page: Page) => page.getByRole('group', { name: 'Choose Extensions' })
export const dock = (page: Page) => page.getByRole('region', { name: 'Selection and pages' })
export const toggles = (page: Page, type: string) =>
  page.locator('.versions').getByRole('button', { name: new RegExp(`^${type} `) })
export const pressed = (page: Page, type: string) =>
  toggles(page, type).evaluateAll((all) => all.filter((button) => button.ariaPressed === 'true').length)

/** Presses the download of one file in the menu of its row. */
export async function downloadOf(page: Page, fileName: string): Promise<void> {
  const row = page.locator('.view-end', { has: page.locator(`[aria-label="Download ${fileName}"]`) })
  await row.getByRole('button', { name: /^Associated Items of/ }).click()
  await row.getByRole('menuitem', { name: `Download ${fileName}` }).click()
}

/** As if the address was typed into a new tab: nothing of the page before is left. */
export async function goAnew(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
}

/** Until the first row is there. */
export async function openArchive(page: Page, address: string): Promise<void> {
  await goAnew(page, address)
  await page.locator('.versions').first().waitFor({ state: 'attached' })
}

/** Texts of a column of the mounted rows, from the top; a shortened text in full. */
export async function column(page: Page, title: string): Promise<string[]> {
  const grid = page.locator('.grid-frame')
  const titles = (await grid.getByRole('columnheader').allInnerTexts()).map((text) => text.replace(/[↑↓]/, '').trim())
  const cells = grid.locator(`[role=row][data-index] [aria-colindex="${titles.indexOf(title) + 1}"]`)
  return await cells.evaluateAll((all) =>
    all.map((cell) => (cell.querySelector<HTMLElement>('[title]')?.title ?? cell.textContent).trim()),
  )
}

/** Holds the answers of a path back until told. */
export async function hold(page: Page, path: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  const held: Promise<void>[] = []
  // the way stays open afterwards: a route taken away while it answers would answer twice
  await page.route(path, (route: Route) => {
    const passing = gate.promise.then(() => route.continue())
    held.push(passing)
    return passing
  })
  return async () => {
    gate.resolve()
    await Promise.all(held)
  }
}
