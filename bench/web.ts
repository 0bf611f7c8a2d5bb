import { existsSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Frames, Pace } from './web/frames.ts'
import { measureFrames } from './web/frames.ts'
import { openBrowser } from './web/browser.ts'
import { buildGridPage } from './web/grid-page.ts'
import { servePages } from './web/page-server.ts'
import { measureScripts } from './web/scripts.ts'

/**
 * npm run bench -- web [--list]
 * 1. The compressed JavaScript that Data Groups loads until it can be used, from the built pages as our server sends
 *    them (precompressed), beside the limit. `--list` names each file.
 * 2. The data grid with 20,000 rows scrolled in a real browser: time of a frame beside what 60 per second leave.
 * Ends with 1 when a limit is passed; run it on a quiet machine.
 */
/** Bytes; 200 KB, the smaller way to count. */
const scriptLimit = 200_000
/** Milliseconds of a frame at 60 per second. */
const frameBudget = 1000 / 60
const gridRows = 20_000
const rounds = 5

const built = join(import.meta.dirname, '../dist/web')
if (!existsSync(join(built, 'index.html'))) throw new Error('The pages are not built: run this with npm run bench -- web')

const browser = await openBrowser()
let passed = true
try {
  const pages = await servePages(built)
  const files = await measureScripts(browser, pages.address).finally(pages.stop)
  const sum = files.reduce((total, { bytes }) => total + bytes, 0)
  if (process.argv.includes('--list'))
    for (const { name, bytes } of files) console.log(`  ${(bytes / 1000).toFixed(1).padStart(6)} KB ${name}`)
  report(
    `Data Groups until it can be used: ${(sum / 1000).toFixed(1)} KB of compressed JavaScript in ${files.length} files, limit ${scriptLimit / 1000} KB`,
    sum / scriptLimit,
  )

  const grid = await buildGridPage(gridRows)
  const perProcessor = (loadavg()[0] ?? 0) / availableParallelism()
  if (perProcessor > 1)
    console.log(
      `This machine is busy (${perProcessor.toFixed(1)} programs wait for each processor): frames are slower than they would be.`,
    )
  try {
    const served = await servePages(grid.folder)
    for (const pace of ['wheel', 'drag'] as const) {
      const { p50, p95, long, frames } = await bestRound(served.address, pace)
      const words = { wheel: 'turning the wheel fast', drag: 'dragging the scrollbar anywhere' }[pace]
      report(
        `Grid of ${gridRows.toLocaleString('en')} rows, ${words}: frame p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${long} of ${frames} frames over 50 ms, budget ${frameBudget.toFixed(1)} ms`,
        p95 / frameBudget,
      )
    }
    await served.stop()
  } finally {
    await grid.remove()
  }
} finally {
  await browser.close()
}
process.exitCode = passed ? 0 : 1

/** The round that was disturbed least: other programs on the machine only ever add time. */
async function bestRound(address: string, pace: Pace): Promise<Frames> {
  let best: Frames | undefined
  for (let round = 0; round < rounds; round++) {
    const found = await measureFrames(browser, address, pace)
    if (best === undefined || found.p95 < best.p95) best = found
  }
  if (best === undefined) throw new Error('There must be at least one round')
  return best
}

function report(sentence: string, ratio: number): void {
  console.log(`${sentence}: ratio ${ratio.toFixed(2)}${ratio > 1 ? ', too much' : ''}`)
  if (ratio > 1) passed = false
}
