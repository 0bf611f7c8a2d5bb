import { readdir, readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'

/** A round in which other programs took more than this share of one processor was disturbed by them. */
const mostOthers = 0.25
/** Linux counts the processors' busy time in ticks of ten milliseconds. */
const tickMs = 10

export interface Round<X> {
  readonly found: X
  /** Processor time of other programs, as a share of one processor; 0 where unknown. */
  readonly others: number
  /** Of the browser and this server, milliseconds: hardly more on a busy machine. */
  readonly workMs: number
}

/** Rounds until `wanted` were quiet, at most three times as many; gives the `wanted` quietest. */
export async function quietRounds<X>(wanted: number, measure: () => Promise<Round<X>>): Promise<Round<X>[]> {
  const rounds: Round<X>[] = []
  const quiet = () => rounds.filter(({ others }) => others <= mostOthers).length
  while (quiet() < wanted && rounds.length < 3 * wanted) rounds.push(await measure())
  return rounds.toSorted((a, b) => a.others - b.others).slice(0, wanted)
}

/** Does something while looking at who works. */
export async function watched<X>(browser: Browser, doing: () => Promise<X>): Promise<Round<X>> {
  const [before, busyBefore, startMs] = [await workOf(browser), await busyMs(), performance.now()]
  const found = await doing()
  const [passedMs, busyAfter] = [performance.now() - startMs, await busyMs()]
  const workMs = [...(await workOf(browser))].reduce((sum, [thread, ms]) => sum + ms - (before.get(thread) ?? 0), 0)
  // Ticks are coarse: of a short round one is nothing.
  const others = Math.max(0, busyAfter - busyBefore - workMs - 2 * tickMs) / passedMs
  return { found, workMs, others: Number.isFinite(others) ? others : 0 }
}

/** Until a browser that was just started has hardly anything to do, five seconds at most: people's browsers are started already. */
export async function settled(browser: Browser): Promise<void> {
  for (let look = 0; look < 20; look++) {
    const { workMs } = await watched(browser, () => new Promise((resolve) => setTimeout(resolve, 250)))
    if (workMs < 50) return
  }
}

/** What the page's own thread has worked until now, milliseconds, as Linux counts it; NaN elsewhere. */
export async function pageWorkMs(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  const workOf = async (id: number) => Number((await readFile(`/proc/${id}/schedstat`, 'utf8').catch(() => 'NaN')).split(' ')[0])
  // Of several, the spare one that waits for a page does nothing.
  return async () => (await Promise.all(pages.map(({ id }) => workOf(id)))).reduce((sum, ns) => sum + ns / 1e6, 0)
}

/** How long each thread of the browser and of this server has worked, milliseconds, as Linux counts it. */
async function workOf(browser: Browser): Promise<Map<string, number>> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const times = new Map<string, number>()
  for (const id of [process.pid, ...processInfo.map((one) => one.id)])
    for (const thread of await readdir(`/proc/${id}/task`).catch(() => [])) {
      const text = await readFile(`/proc/${id}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
      times.set(thread, Number(text.split(' ')[0]) / 1e6)
    }
  return times
}

/** How long all processors have been busy, milliseconds: user, nice, system, interrupts; NaN where nobody tells. */
async function busyMs(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8').catch(() => '')).split('\n')
  const [, user = NaN, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/\s+/).map(Number)
  return (user + nice + system + irq + softIrq) * tickMs
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN
}
