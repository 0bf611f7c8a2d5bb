import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { viewFiles } from './view/files.ts'
import { pagesMemory } from './view/memory.ts'
import { buildViewPage } from './view/page-build.ts'
import type { Comparison } from './view/page/sides.ts'
import { median, quietRounds, settled, watched } from './view/quiet.ts'
import type { Round } from './view/quiet.ts'
import { serveView } from './view/server.ts'
import { zooming } from './view/zooms.ts'
import type { Zooms } from './view/zooms.ts'
import { openBrowser } from './web/browser.ts'

/**
 * npm run bench -- view [--millions 100] [--zooms 192] [--rounds 3] [--only overview|zooms|pixels]
 * One signal in Chromium: until the whole of it is drawn from its signal store, beside all its values fetched and drawn by
 * uPlot, from the same server; then turns of the wheel over the viewer's own plot, down to milliseconds and out again; the
 * memory of the page, which must not grow with what was looked at; and pixels beside those of all samples. Each is the median
 * of rounds in which other programs hardly worked. The viewer's worker is started with its page, as it is in the product, and
 * once more in the measured time. Ends with 1 when a target is missed.
 */
const { values } = parseArgs({
  options: {
    millions: { type: 'string', default: '100' },
    zooms: { type: 'string', default: '192' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})
const count = Number(values.millions) * 1e6
const rounds = Number(values.rounds)
const targets = { ratio: 50, zoomMs: 16, memory: 512 * 1024 * 1024 }
const mebi = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0)
let passed = true

const files = await viewFiles(join(import.meta.dirname, '../var/bench'), count)
const built = await buildViewPage()
const served = await serveView(built.folder, files)
const perProcessor = (loadavg()[0] ?? 0) / availableParallelism()
if (perProcessor > 0.7)
  console.log(
    `This machine is busy (${perProcessor.toFixed(1)} programs for each processor): everything is slower than it would be.`,
  )
const parts = { overview: compareOverviews, zooms: measureZooms, pixels: comparePixels }
try {
  console.log(`${values.millions} M samples, ${mebi(count * 8)} MiB of values; their store has ${mebi(files.storeSize)} MiB`)
  for (const [name, part] of Object.entries(parts)) if (values.only === undefined || values.only === name) await part()
} finally {
  served.stop()
  await built.remove()
}
process.exitCode = passed ? 0 : 1

async function inBrowser<X>(measure: (page: Page, browser: Browser) => Promise<X>): Promise<X> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('pageerror', (error) => console.error(error))
    await page.goto(served.address)
    await page.waitForFunction(() => window.sides !== undefined)
    await settled(browser)
    return await measure(page, browser)
  } finally {
    await browser.close()
  }
}

async function overviewOf(page: Page): Promise<{ ms: number; window: TimeWindow }> {
  return await page.evaluate(async (size) => {
    if (window.sides === undefined) throw new Error('The page is not ready')
    return await window.sides.overview(size)
  }, files.storeSize)
}

/** Each round: how long, and how much of a processor others had meanwhile. */
function told<X>(found: readonly Round<X>[], ms: (one: X) => number): string {
  return found.map((one) => `${ms(one.found).toFixed(0)} ms, others ${(one.others * 100).toFixed(0)} %`).join('; ')
}

/** Ours and the other in turns, so that what disturbs the one disturbs the other. */
async function compareOverviews(): Promise<void> {
  const pairs = await quietRounds(rounds, async () => {
    const ours = await inBrowser(async (page, browser) => {
      await page.evaluate(() => window.sides?.prepare())
      await settled(browser)
      return await watched(browser, async () => (await overviewOf(page)).ms)
    })
    const cold = await inBrowser((page, browser) => watched(browser, async () => (await overviewOf(page)).ms))
    const peer = await inBrowser((page, browser) => watched(browser, async () => await peerOf(page, browser)))
    return { found: { ours, cold, peer }, others: Math.max(ours.others, peer.others), workMs: ours.workMs + peer.workMs }
  })
  const ours = pairs.map(({ found }) => found.ours)
  const colds = pairs.map(({ found }) => found.cold)
  const peers = pairs.map(({ found }) => found.peer)
  const oursMs = median(ours.map(({ found }) => found))
  const peerMs = median(peers.map(({ found }) => found.ms))
  const fetchedMs = median(peers.map(({ found }) => found.fetchedMs))
  report(
    `first overview: ours ${oursMs.toFixed(0)} ms (${told(ours, (ms) => ms)}); all values into uPlot ${peerMs.toFixed(0)} ms (${told(peers, ({ ms }) => ms)}), ${fetchedMs.toFixed(0)} of them fetching`,
    peerMs / oursMs,
    targets.ratio,
    'at least',
  )
  console.log(
    `  with its worker still to be started: ${median(colds.map(({ found }) => found)).toFixed(0)} ms (${told(colds, (ms) => ms)})`,
  )
  const [oursWork, peerWork] = [ours, peers].map((side) => median(side.map(({ workMs }) => workMs)))
  if (oursWork && peerWork)
    console.log(
      `processor time of browser and server: ours ${oursWork.toFixed(0)} ms, all values into uPlot ${peerWork.toFixed(0)} ms: ratio ${(peerWork / oursWork).toFixed(1)}`,
    )
  console.log(`memory of the page with all values in uPlot: ${mebi(median(peers.map(({ found }) => found.memory)))} MiB`)
}

async function measureZooms(): Promise<void> {
  const turns = Number(values.zooms)
  const zooms = await quietRounds(rounds, async () =>
    inBrowser(async (page, browser) => {
      return await watched(browser, () => zooming(page, browser, { count: turns, compares: false, begin: overviewOf }))
    }),
  )
  reportZooms(zooms)
  const looks = await inBrowser((page, browser) => zooming(page, browser, { count: 48, compares: true, begin: overviewOf }))
  const lacking = looks.times.filter(({ lost }) => lost > 0).length
  console.log(`pixels of ${looks.times.length} first pictures: ${lacking} lack something of the exact one beyond the next pixel`)
  if (lacking > 0) passed = false
}

function reportZooms(zooms: readonly Round<Zooms>[]): void {
  const at = (share: number, of: (found: Zooms) => readonly number[]) =>
    median(
      zooms.map(({ found }) => {
        const sorted = of(found).toSorted((a, b) => a - b)
        return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
      }),
    )
  const first = (found: Zooms) => found.times.map(({ firstMs }) => firstMs)
  const figures = (of: (found: Zooms) => readonly number[]) =>
    `p50 ${at(0.5, of).toFixed(1)} ms, p95 ${at(0.95, of).toFixed(1)} ms, worst ${at(1, of).toFixed(0)} ms`
  // Chromium keeps the wheel for the screen's next frame, up to 16.7 ms that no page can change: its own share begins then.
  const own = (found: Zooms) => found.times.map(({ firstMs, handedMs }) => firstMs - handedMs)
  report(
    `zoom, from the page having the event to the end of the frame with the window at the resolution at hand: ${figures(own)} (others ${zooms.map(({ others }) => `${(others * 100).toFixed(0)} %`).join(', ')})`,
    at(0.95, own) / targets.zoomMs,
    1,
    'at most',
  )
  console.log(`  until the page has the event: ${figures(({ times }) => times.map(({ handedMs }) => handedMs))}`)
  console.log(
    `  from there until the picture is begun: ${figures(({ times }) => times.map(({ drawnMs, handedMs }) => drawnMs - handedMs))}`,
  )
  console.log(
    `  from there until its frame is done: ${figures(({ times }) => times.map(({ drawnMs, firstMs }) => firstMs - drawnMs))}`,
  )
  console.log(`  all of it: ${figures(first)}`)
  console.log(
    `zoom, from the wheel to the frame with the window's own tile: ${figures(({ times }) => times.map(({ exactMs }) => exactMs))}`,
  )
  console.log(`zoom, processor time of the page's thread for both pictures: ${figures(({ work }) => work)}`)
  const memory = Math.max(...zooms.map(({ found }) => found.memory))
  if (Number.isNaN(memory)) return
  report(
    `memory of page and worker after ${values.zooms} zooms: ${mebi(memory)} MiB more than the empty page`,
    memory / targets.memory,
    1,
    'at most',
  )
}

async function peerOf(page: Page, browser: Browser): Promise<{ ms: number; fetchedMs: number; memory: number }> {
  const before = await pagesMemory(browser)
  const found = await page.evaluate(async (samples) => await window.sides?.peer(samples), count)
  if (found === undefined) throw new Error('The page is not ready')
  return { ...found, memory: (await pagesMemory(browser)) - before }
}

async function comparePixels(): Promise<void> {
  for (const { name, painted, different, differentByCells, lost, invented, level } of await inBrowser(pixelsOf)) {
    console.log(
      `pixels, ${name} (${level < 0 ? 'samples' : `level ${level}`}): ${painted} painted; with columns of whole cells ${differentByCells} differ; with columns of pixels ${different} (${((different / painted) * 100).toFixed(2)} %), ${lost} lost, ${invented} invented beyond the next pixel`,
    )
    if (differentByCells + lost + invented > 0) passed = false
  }
}

async function pixelsOf(page: Page, browser: Browser): Promise<(Comparison & { name: string })[]> {
  const { window: whole } = await overviewOf(page)
  await peerOf(page, browser)
  const pixels: (Comparison & { name: string })[] = []
  const span = whole.toNs - whole.fromNs
  for (const [name, width, from] of [
    ['the whole', span, 0],
    ['a tenth', span / 10, span * 0.37],
    ['a hundredth', span / 100, span * 0.611],
    ['a thousandth', span / 1000, span * 0.1234],
  ] as const) {
    const window = { fromNs: whole.fromNs + from, toNs: whole.fromNs + from + width }
    const found = await page.evaluate(async (asked) => await globalThis.window.sides?.compare(asked), window)
    if (found !== undefined) pixels.push({ name, ...found })
  }
  return pixels
}

function report(sentence: string, ratio: number, target: number, kind: 'at least' | 'at most'): void {
  const isMet = kind === 'at least' ? ratio >= target : ratio <= target
  if (!isMet) passed = false
  console.log(`${sentence}: ratio ${ratio.toFixed(2)}, target ${kind} ${target}: ${isMet ? 'met' : 'missed'}`)
}
