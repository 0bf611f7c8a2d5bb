import type { Browser, BrowserContext, Page } from 'playwright-core'
import { inject, onTestFinished, TestRunner } from 'vitest'
import { tokenAnswer } from '#contract/sessions.ts'
import type { TokenAnswer } from '#contract/sessions.ts'
import { openBrowser, openPage } from './browser.ts'
import type { Screen } from './browser.ts'
import { addUsers } from './prepared-data.ts'
import { adminPassword, runCommand, startProduct } from './product.ts'
import type { Product } from './product.ts'
import { passwords } from './users.ts'
import type { Who } from './users.ts'

export { passwords }

/** The front of the stored keys. */
export const prefix = 'loggerhead_'

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the page so far. */
  readonly faults: string[]
}

export interface House {
  readonly product: Product
  readonly browser: Browser
  /** `npx loggerhead ...` on the running server's data. */
  command(words: readonly string[], input?: string): Promise<void>
  /** Tokens of a new session. */
  tokens(username: string, password: string): Promise<TokenAnswer>
  /** A call of the API; the answer as JSON, undefined when it is empty. */
  call(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<unknown>
  /** A new browser profile at a path, signed in when `as` names a user. One that a test opens is closed with it. */
  visit(path: string, wishes?: Partial<Screen> & { as?: Who }): Promise<Visit>
  end(): Promise<void>
}

/** The real program with one user of each kind, and a browser. */
export async function openHouse(
  environment: Readonly<Record<string, string>> = {},
  { analyses = false }: { analyses?: boolean } = {},
): Promise<House> {
  const copyOf = inject('preparedData')
  const [product, browser] = await Promise.all([startProduct({ copyOf, analyses, environment }), openBrowser()])
  if (copyOf === undefined) await addUsers(product.dataDir)

  const call: House['call'] = async (method, path, { token, body } = {}) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await fetch(product.address + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    const parsed: unknown = text === '' ? undefined : JSON.parse(text)
    return parsed
  }

  const tokens: House['tokens'] = async (username, password) =>
    tokenAnswer.parse(await call('POST', '/auth/authorization/login', { body: { username, password } }))

  const visit: House['visit'] = async (path, { as, ...screen } = {}) => {
    const opened = await openPage(browser, screen)
    // left open it would go on asking the server, and take from later pages what only one is told
    if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => opened.context.close())
    const signingIn =
      as === undefined ? undefined : await signedIn(opened.context, product.address, await tokens(as, passwords[as]))
    await opened.page.goto(product.address + path)
    // once: a page that has logged out stays so
    await signingIn?.dispose()
    return opened
  }

  return {
    product,
    browser,
    command: (words, input) => runCommand(product.dataDir, words, input),
    tokens,
    call,
    visit,
    async end() {
      await browser.close()
      await product.end()
    },
  }
}

/**
 * The next page begins with what the login page would have stored for these tokens, and reads it itself. The browser's own
 * way to begin with a storage opens a page only for it, which takes half a second.
 */
async function signedIn(context: BrowserContext, origin: string, answer: TokenAnswer) {
  const stored = {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token,
    expires_in: String(answer.expires_in),
    expires_at: String(answer.expires_at),
    session: JSON.stringify(answer.session),
  }
  return await context.addInitScript(
    ([place, front, entries]) => {
      if (self.origin !== place) return
      for (const [name, value] of entries) localStorage.setItem(front + name, value)
    },
    [origin, prefix, Object.entries(stored)] as const,
  )
}

/** What the address bar shows behind the host. */
export const place = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash)

export const loginFor = (origin: string) => `/ui2/login?${new URLSearchParams({ origin })}`

export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), prefix + key)

/** Fills the login form and sends it. */
export async function signIn(page: Page, username = 'admin', password = adminPassword) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard' }).waitFor()
