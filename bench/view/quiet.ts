import { readdir, readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'

/** A round in which threads waited longer for a processor than this share of its time was disturbed by other programs. */
const mostWaiting = 0.25

export interface Round<X> {
  readonly found: X
  /** What the threads of the browser and of this server waited for a processor, as a share of the time; 0 where unknown. */
  readonly waiting: number
  /** Their processor time, milliseconds: hardly more on a busy machine. */
  readonly workMs: number
}

/** Rounds until `wanted` were quiet, at most three times as many; gives the `wanted` quietest. */
export async function quietRounds<X>(wanted: number, measure: () => Promise<Round<X>>): Promise<Round<X>[]> {
  const rounds: Round<X>[] = []
  const quiet = () => rounds.filter(({ waiting }) => waiting <= mostWaiting).length
  while (quiet() < wanted && rounds.length < 3 * wanted) rounds.push(await measure())
  return rounds.toSorted((a, b) => a.waiting - b.waiting).slice(0, wanted)
}

/** Does something while looking at how long threads work and wait. */
export async function watched<X>(browser: Browser, doing: () => Promise<X>): Promise<Round<X>> {
  const [before, startMs] = [await timesOf(browser), performance.now()]
  const found = await doing()
  const passedMs = performance.now() - startMs
  const after = await timesOf(browser)
  const sum = (which: 0 | 1) =>
    [...after].reduce((all, [thread, times]) => all + (times[which] - (before.get(thread)?.[which] ?? 0)) / 1e6, 0)
  return { found, workMs: sum(0), waiting: sum(1) / passedMs }
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

/** How long each thread worked and waited for a processor, nanoseconds, as Linux counts it. */
async function timesOf(browser: Browser): Promise<Map<string, readonly [work: number, wait: number]>> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const times = new Map<string, readonly [number, number]>()
  for (const id of [process.pid, ...processInfo.map((one) => one.id)])
    for (const thread of await readdir(`/proc/${id}/task`).catch(() => [])) {
      const [work = 0, wait = 0] = (await readFile(`/proc/${id}/task/${thread}/schedstat`, 'utf8').catch(() => '0 0'))
        .split(' ')
        .map(Number)
      times.set(thread, [work, wait])
    }
  return times
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN
}
