import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'

/** Memory of the browser's pages with their workers, bytes, as Linux counts it; NaN elsewhere. */
export async function pagesMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  try {
    const sizes = await Promise.all(pages.map(async ({ id }) => await readFile(`/proc/${id}/status`, 'utf8')))
    return sizes.reduce((sum, text) => sum + Number(/RssAnon:\s+(\d+) kB/.exec(text)?.[1] ?? 0) * 1024, 0)
  } catch {
    return NaN
  }
}
