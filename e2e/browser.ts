import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { chromium } from 'playwright-core'

/** The first has no windows, tabs and menus: the same pages for two thirds of the processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  ...(process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The system's Chromium. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = places.find((place) => existsSync(place))
  if (executablePath === undefined) throw new Error('Chromium is missing; install it, for example with: apt-get install chromium')
  // as root, Chromium has no sandbox of its own
  return await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}

export interface Screen {
  readonly width: 1440 | 390
  readonly theme: 'light' | 'dark'
}

/** A fresh profile whose page errors and refused scripts fail the test that asks for them. */
export async function openPage(
  browser: Browser,
  { width = 1440, theme = 'light' }: Partial<Screen> = {},
): Promise<{ page: Page; context: BrowserContext; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 900 },
    colorScheme: theme,
    hasTouch: width === 390,
    acceptDownloads: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (401|404)/.test(message.text())) faults.push(message.text())
  })
  return { page, context, faults }
}
