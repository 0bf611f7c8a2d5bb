import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { tokenAnswer } from '#contract/sessions.ts'
import type { TokenAnswer } from '#contract/sessions.ts'
import { openBrowser, openPage } from './browser.ts'
import type { Screen } from './browser.ts'
import { adminPassword, startProduct } from './product.ts'
import type { Product } from './product.ts'

const root = join(import.meta.dirname, '..')

/** Users by what they may do; their names are the same words. */
export type Who = 'plain' | 'ipa' | 'admin'
export const passwords: Readonly<Record<Who, string>> = {
  admin: adminPassword,
  ipa: 'seven small boats at noon',
  plain: 'a quiet evening by the sea',
}

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
  /** A new browser profile at a path, signed in when `as` names a user. */
  visit(path: string, wishes?: Partial<Screen> & { as?: Who }): Promise<Visit>
  end(): Promise<void>
}

/** The real program with one user of each kind, and a browser. */
export async function openHouse(
  environment: Readonly<Record<string, string>> = {},
  { analyses = false }: { analyses?: boolean } = {},
): Promise<House> {
  const product = await startProduct({ environment, analyses })
  const browser = await openBrowser()

  const command = async (words: readonly string[], input = '') => {
    const settings = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LOGGERHEAD_DATA_DIR: product.dataDir }
    await new Promise<void>((resolve, reject) => {
      const program = [join(root, 'server/command-line/main.ts'), ...words]
      const child = execFile(process.execPath, program, { cwd: root, env: settings }, (error, _out, said) =>
        error ? reject(new Error(said)) : resolve(),
      )
      child.stdin?.end(input)
    })
  }

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
    const stored =
      as === undefined
        ? undefined
        : { cookies: [], origins: [{ origin: product.address, localStorage: storedSession(await tokens(as, passwords[as])) }] }
    const opened = await openPage(browser, screen, stored)
    await opened.page.goto(product.address + path)
    return opened
  }

  await Promise.all([
    command(['user', 'add', 'plain', '--first-name', 'Paula', '--last-name', 'Reed', '--password-stdin'], passwords.plain),
    command(['user', 'add', 'ipa', '--role', 'ipa', '--password-stdin'], passwords.ipa),
  ])
  return {
    product,
    browser,
    command,
    tokens,
    call,
    visit,
    async end() {
      await browser.close()
      await product.end()
    },
  }
}

/** What the login page would have stored for these tokens; the profile is read by the page itself. */
const storedSession = (answer: TokenAnswer) => [
  { name: `${prefix}access_token`, value: answer.access_token },
  { name: `${prefix}refresh_token`, value: answer.refresh_token },
  { name: `${prefix}expires_in`, value: String(answer.expires_in) },
  { name: `${prefix}expires_at`, value: String(answer.expires_at) },
  { name: `${prefix}session`, value: JSON.stringify(answer.session) },
]

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
