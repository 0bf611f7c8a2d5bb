import { existsSync } from 'node:fs'
import type { Browser, BrowserContext } from 'playwright-core'
import { chromium } from 'playwright-core'
import { user } from './answers.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The system's Chromium. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = places.find((place) => existsSync(place))
  if (executablePath === undefined) throw new Error('Chromium is missing; install it, for example with: apt-get install chromium')
  // as root, Chromium has no sandbox of its own
  return await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}

/** A fresh profile in which somebody is signed in. */
export async function signedIn(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const expires = Math.floor(Date.now() / 1000) + 900
  const stored = {
    access_token: 'bench',
    refresh_token: 'bench',
    expires_in: '900',
    expires_at: String(expires),
    session: JSON.stringify({ username: user.username, time: new Date().toISOString() }),
    user: JSON.stringify(user),
  }
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(`loggerhead_${key}`, value)
  }, stored)
  return context
}
