import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { cellsPerCell, rowsPerCell } from '#recording/signal-store/layout.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import type { ViewedSignals } from '#web/viewer/protocol.ts'
import { compared, drawSamples, drawTile, height, width } from './picture.ts'
import { prepareWorker } from '#web/viewer/recording-client.ts'
import { mountStage } from './stage.tsx'
import type { Stage } from './stage.tsx'
import { nextZoom, WatchedClient } from './zoom-watch.ts'

const canvas = document.querySelector<HTMLCanvasElement>('#plot')
const host = document.querySelector<HTMLElement>('#peer')
const context = canvas?.getContext('2d', { willReadFrequently: true })
const other = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
if (!canvas || !host || !context || !other) throw new Error('index.html has no canvas')
canvas.width = width
canvas.height = height

let client: WatchedClient | null = null
let opened: ViewedSignals | null = null
let stage: Stage | null = null
let values = new Float64Array(0)

/** What the viewer asks for: more than the window, so that lines go on to its edges. */
async function draw(to: CanvasRenderingContext2D, window: TimeWindow): Promise<number> {
  if (client === null) throw new Error('overview comes first')
  const margin = (window.toNs - window.fromNs) / 4
  const ask = { signal: 0, fromNs: window.fromNs - margin, toNs: window.toNs + margin, columns: Math.ceil(width * 1.5) }
  const tile = await client.call('tile', ask)
  drawTile(to, tile, window)
  // Reading a pixel back waits until it is painted.
  to.getImageData(width / 2, height / 2, 1, 1)
  return tile.level
}

window.sides = {
  prepare: prepareWorker,

  async overview(signalsSize) {
    const start = performance.now()
    client = new WatchedClient({ access: async () => ({ address: '/store', headers: {} }) })
    opened = await client.call('openArchive', { signalsSize, fileSize: 0 })
    if (opened === null) throw new Error('The store has no signals')
    const whole = { fromNs: opened.startNs, toNs: opened.endNs }
    await draw(context, whole)
    return { ms: performance.now() - start, window: whole }
  },

  async stage() {
    if (client === null || opened === null) throw new Error('overview comes first')
    canvas.remove()
    const [signal] = opened.signals
    if (signal === undefined) throw new Error('The store is empty')
    const came = Promise.withResolvers<void>()
    client.onTile = () => came.resolve()
    stage = mountStage(host, client, signal, { fromNs: opened.startNs, toNs: opened.endNs })
    await came.promise
    const { left, top, width: wide, height: high } = stage.over.getBoundingClientRect()
    return { x: left + wide / 2, y: top + high / 2 }
  },

  nextZoom(compares) {
    if (client === null || stage === null) throw new Error('stage comes first')
    return nextZoom(stage, client, compares)
  },

  async peer(count) {
    const start = performance.now()
    const answer = await fetch('/raw')
    values = new Float64Array(await answer.arrayBuffer())
    const fetchedMs = performance.now() - start
    const seconds = new Float64Array(count)
    for (let i = 0; i < count; i++) seconds[i] = i / 1000
    await new Promise<void>((resolve) => {
      const series = [{}, { stroke: '#000', points: { show: false } }]
      const scales = { x: { time: false } }
      new uPlot({ width, height, series, scales, hooks: { draw: [() => resolve()] } }, [seconds, values], host)
    })
    return { ms: performance.now() - start, fetchedMs }
  },

  async compare(window) {
    const level = await draw(context, window)
    const theirs = other as unknown as CanvasRenderingContext2D
    drawSamples(theirs, values, window)
    const atPixels = compared(context, theirs, level)
    drawSamples(theirs, values, window, level < 0 ? 1 : rowsPerCell * cellsPerCell ** level)
    return { ...atPixels, differentByCells: compared(context, theirs, level).different }
  },
}
