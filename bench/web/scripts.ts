import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { signedIn } from './browser.ts'

export interface LoadedScript {
  name: string
  /** Of the body as it was sent: compressed. */
  bytes: number
}

/** No script on its way for so long, milliseconds: what a page loads when it has nothing else to do comes sooner. */
const restMs = 1000

/** The stream of events never ends, so the network as a whole never rests. */
async function rest(page: Page, open: ReadonlySet<string>): Promise<void> {
  await page.waitForLoadState('load')
  for (let since = Date.now(); Date.now() - since < restMs; await pause(50)) if (open.size > 0) since = Date.now()
}

/** Every script that Data Groups loads in a fresh profile until its rows are there and its search can be used. */
export async function measureScripts(browser: Browser, address: string): Promise<LoadedScript[]> {
  const context = await signedIn(browser)
  try {
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const scripts = new Map<string, LoadedScript>()
    const uncompressed: string[] = []
    const open = new Set<string>()
    network.on('Network.requestWillBeSent', ({ requestId, type }) => void (type === 'Script' && open.add(requestId)))
    network.on('Network.loadingFinished', ({ requestId }) => void open.delete(requestId))
    network.on('Network.loadingFailed', ({ requestId }) => void open.delete(requestId))
    network.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type !== 'Script') return
      const name = new URL(response.url).pathname
      scripts.set(requestId, { name, bytes: 0 })
      const length = Number(response.headers['content-length'] ?? response.headers['Content-Length'] ?? 0)
      const encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding']
      if (encoding === undefined && length > 4096) uncompressed.push(name)
    })
    network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const script = scripts.get(requestId)
      if (script) script.bytes += encodedDataLength
    })
    await page.goto(`${address}/ui2/data/groups`)
    await page.locator('.grid-row').first().waitFor()
    await page.getByRole('button', { name: 'Search' }).waitFor()
    await rest(page, open)
    if (uncompressed.length > 0) throw new Error(`Sent without compression: ${uncompressed.join(', ')}`)
    return [...scripts.values()].toSorted((a, b) => b.bytes - a.bytes)
  } finally {
    await context.close()
  }
}
