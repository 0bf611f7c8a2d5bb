import type { StateRun } from './state-runs.ts'

interface Look {
  /** Colours of values in turn, and of stretches where it changed too often. */
  readonly colors: readonly string[]
  readonly many: string
  readonly ink: string
  readonly font: string
  readonly ratio: number
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Least pixels of a run that gets its name written into it. */
const labelWidth = 18

/** Runs of values as bands side by side, each with its name where there is room. */
export function drawStates(
  to: CanvasRenderingContext2D,
  runs: readonly StateRun[],
  given: {
    x: (timeNs: number) => number
    box: Box
    nameOf: (raw: number) => string
    colorOf: (raw: number) => number
    look: Look
  },
): void {
  const { x, box, nameOf, colorOf, look } = given
  const { ratio } = look
  to.save()
  to.font = look.font
  to.textAlign = 'center'
  to.textBaseline = 'middle'
  for (const { fromNs, toNs, raw } of runs) {
    const left = Math.max(x(fromNs), box.left)
    const right = Math.min(Math.max(x(toNs), x(fromNs) + ratio), box.left + box.width)
    if (right <= left) continue
    to.globalAlpha = 0.24
    to.fillStyle = raw === null ? look.many : (look.colors[colorOf(raw) % look.colors.length] ?? look.many)
    to.fillRect(left, box.top, right - left, box.height)
    to.globalAlpha = 0.75
    if (right - left > 3 * ratio) to.fillRect(left, box.top, ratio, box.height)
    to.globalAlpha = 1
    if (raw === null || right - left < labelWidth * ratio) continue
    to.fillStyle = look.ink
    const name = shortened(to, nameOf(raw), right - left - 8 * ratio)
    if (name !== '') to.fillText(name, (left + right) / 2, box.top + box.height / 2)
  }
  to.restore()
}

function shortened(to: CanvasRenderingContext2D, name: string, width: number): string {
  if (to.measureText(name).width <= width) return name
  const letters = Math.floor((name.length * width) / to.measureText(name).width) - 1
  return letters >= 2 ? `${name.slice(0, letters)}…` : ''
}
