import type { CallName, Calls } from '#web/viewer/protocol.ts'
import { RecordingClient } from '#web/viewer/recording-client.ts'
import { lost } from './picture.ts'
import type { Stage } from './stage.tsx'
import type { Zoom } from './sides.ts'

const isTile = (ask: Calls[CallName]['ask']): ask is Calls['tile']['ask'] => 'columns' in ask

/** A client that tells of each tile that came. */
export class WatchedClient extends RecordingClient {
  onTile: (ask: Calls['tile']['ask']) => void = () => undefined

  override call<Name extends CallName>(
    name: Name,
    ask: Calls[Name]['ask'],
    signal?: AbortSignal,
  ): Promise<Calls[Name]['answer']> {
    const answer = super.call(name, ask, signal)
    if (isTile(ask)) answer.then(() => this.onTile(ask)).catch(() => undefined)
    return answer
  }
}

/** Until the page's part of the frame that shows what was drawn is done: the very next task after it. */
function framed(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      void scheduler.postTask(() => resolve(performance.now()), { priority: 'user-blocking' })
    })
  })
}

/**
 * The next turn of the wheel: when its first picture was there, and when the one of the window's own tile. `compared`:
 * looks also whether the first lacks something of the second, which takes long. Null: the window stays as it is.
 */
export function nextZoom(
  { over, canvas, window: windowOf }: Stage,
  client: WatchedClient,
  compares: boolean,
): Promise<Zoom | null> {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The plot has no canvas')
  return new Promise((resolve) => {
    let [startMs, handedMs] = [NaN, NaN]
    let first: { ms: number; drawnMs: number; data: ImageData | null } | null = null
    let isExact = false
    let [isOwn, isOver] = [false, false]
    const end = (zoom: Zoom | null) => {
      isOver = true
      context.clearRect = CanvasRenderingContext2D.prototype.clearRect
      resolve(zoom)
    }
    const data = () => (compares ? context.getImageData(0, 0, canvas.width, canvas.height) : null)
    const before = windowOf()
    const onWheel = (event: Event) => {
      startMs = event.timeStamp
      handedMs = performance.now() - startMs
      void framed().then(() => {
        const { fromNs, toNs } = windowOf()
        if (fromNs === before.fromNs && toNs === before.toNs) end(null)
      })
    }
    over.addEventListener('wheel', onWheel, { capture: true, once: true })
    // uPlot clears its canvas once for each picture.
    context.clearRect = (...box) => {
      CanvasRenderingContext2D.prototype.clearRect.apply(context, box)
      if (Number.isNaN(startMs)) return
      isOwn = isExact
      const drawnMs = performance.now() - startMs
      void framed().then((nowMs) => seen(nowMs, drawnMs))
    }
    client.onTile = ({ fromNs, toNs }) => {
      const window = windowOf()
      if (!Number.isNaN(startMs) && Math.abs(fromNs + toNs - window.fromNs - window.toNs) < 8) isExact = true
    }
    const seen = (nowMs: number, drawnMs: number) => {
      if (isOver) return
      first ??= { ms: nowMs - startMs, drawnMs, data: data() }
      if (!isOwn) return
      const exact = data()
      const lacks = exact === null || first.data === null ? 0 : lost(first.data, exact)
      end({ handedMs, drawnMs: first.drawnMs, firstMs: first.ms, exactMs: nowMs - startMs, lost: lacks })
    }
  })
}
