import type { Browser } from 'playwright-core'

export type Pace = 'wheel' | 'drag'

export interface Frames {
  /** Milliseconds from the beginning of a frame until the page was free again: script, style, layout and paint. */
  p50: number
  p95: number
  /** Frames over 50 ms: those a person sees as a stutter. */
  long: number
  frames: number
}

/**
 * Scrolls the grid for some seconds: `wheel`, seven rows further in each frame; `drag`, to another place of the whole
 * list in each. Times are taken in the page, each from the frame's own beginning to the first task after its paint.
 */
export async function measureFrames(browser: Browser, address: string, pace: Pace): Promise<Frames> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  try {
    await page.goto(address)
    await page.locator('.grid-row').first().waitFor()
    const times = await page.evaluate(scrollInPage, { pace, frames: 300, warmUp: 30 })
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
    return { p50: at(0.5), p95: at(0.95), long: sorted.filter((time) => time > 50).length, frames: sorted.length }
  } finally {
    await page.close()
  }
}

/** Runs in the page. The first frames, in which code is compiled, are not counted. */
async function scrollInPage({ pace, frames, warmUp }: { pace: Pace; frames: number; warmUp: number }): Promise<number[]> {
  const times: number[] = []
  const height = document.documentElement.scrollHeight
  for (let frame = 0; frame < frames + warmUp; frame++) {
    const time = await new Promise<number>((resolve) => {
      requestAnimationFrame((begin) => {
        const channel = new MessageChannel()
        channel.port1.addEventListener('message', () => resolve(performance.now() - begin))
        channel.port1.start()
        channel.port2.postMessage(null)
      })
    })
    if (frame >= warmUp) times.push(time)
    // The page tells of this scroll at the beginning of the next frame, which is the one that is timed.
    window.scrollTo(0, pace === 'wheel' ? 238 * frame : (frame * 0.618034 * height) % height)
  }
  if (document.querySelectorAll('.grid-row').length === 0) throw new Error('The grid showed no rows at the end')
  return times
}
