import type { Browser, Page } from 'playwright-core'
import { pagesMemory } from './memory.ts'
import type { Zoom } from './page/sides.ts'
import { pageWorkMs } from './quiet.ts'

export interface Zooms {
  readonly times: readonly Zoom[]
  /** Processor time of the page's own thread for each turn, both pictures together, milliseconds. */
  readonly work: readonly number[]
  /** Of page and worker beyond the empty page, bytes; NaN where it cannot be told. */
  readonly memory: number
}

/** Turns of the wheel: down to milliseconds and out again, every third one sideways, each where the pointer is then. */
export async function zooming(
  page: Page,
  browser: Browser,
  { count, compares, begin }: { count: number; compares: boolean; begin: (page: Page) => Promise<unknown> },
): Promise<Zooms> {
  const before = await pagesMemory(browser)
  await begin(page)
  const place = await page.evaluate(async () => await window.sides?.stage())
  if (place === undefined) throw new Error('The page is not ready')
  const times: Zoom[] = []
  const work: number[] = []
  const worked = await pageWorkMs(browser)
  for (let turn = 0; turn < count; turn++) {
    const isIn = turn % 48 < 24
    await page.mouse.move(place.x + (((turn * 0.618_034) % 1) - 0.5) * 700, place.y)
    // Handed over as an object, so that the page is ready before the wheel turns.
    const seen = await page.evaluateHandle((look) => ({ zoom: window.sides?.nextZoom(look) }), compares)
    const workBefore = await worked()
    if (turn % 3 === 2) await page.mouse.wheel(turn % 2 === 0 ? 260 : -260, 0)
    else await page.mouse.wheel(0, (isIn ? -1 : 1) * (120 + (turn % 5) * 100))
    const zoom = await seen.evaluate(({ zoom: found }) => found)
    const workMs = (await worked()) - workBefore
    if (zoom != null) {
      times.push(zoom)
      work.push(workMs)
    }
    await seen.dispose()
  }
  const after = await pagesMemory(browser)
  return { times, work, memory: after - before }
}
