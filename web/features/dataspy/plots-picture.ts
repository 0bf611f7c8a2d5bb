const margin = 16
const titleHeight = 30
const legendHeight = 24

/** What one plot gives to a picture: its names with their colours, and what is drawn. */
interface Part {
  readonly legend: readonly { readonly color: string; readonly text: string }[]
  readonly canvases: readonly HTMLCanvasElement[]
}

/**
 * The plots of a page as a PNG, with names and times, as they look in the light theme: paper is white. The theme changes
 * for so short that nothing of it is painted: a browser paints only after this turn of its loop.
 */
export async function plotsPicture(host: HTMLElement, title: string): Promise<Blob> {
  const root = document.documentElement
  const theme = root.dataset['theme']
  let picture: HTMLCanvasElement
  try {
    root.dataset['theme'] = 'light'
    // Plots hear of it, and draw, in the microtasks of this very turn.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    picture = composed([...host.querySelectorAll<HTMLElement>('.spy-plot')].map(partOf), title, root)
  } finally {
    if (theme === undefined) delete root.dataset['theme']
    else root.dataset['theme'] = theme
  }
  return await new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob === null ? reject(new Error('the picture is too large')) : resolve(blob)), 'image/png')
  })
}

function partOf(plot: HTMLElement): Part {
  const legend = [...plot.querySelectorAll<HTMLElement>('.spy-legend')].map((entry) => ({
    color: getComputedStyle(entry.querySelector('line') ?? entry).stroke,
    text: [entry.querySelector('strong'), ...entry.querySelectorAll('.spy-letter, .quiet')]
      .map((part) => part?.textContent ?? '')
      .filter((text) => text !== '')
      .join(' '),
  }))
  return { legend, canvases: [...plot.querySelectorAll<HTMLCanvasElement>('.plot-frame canvas')] }
}

function composed(parts: readonly Part[], title: string, root: HTMLElement): HTMLCanvasElement {
  const ratio = devicePixelRatio
  const style = getComputedStyle(root)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const all = parts.flatMap(({ canvases }) => canvases)
  const picture = document.createElement('canvas')
  picture.width = Math.max(0, ...all.map(({ width }) => width)) + 2 * margin * ratio
  const heights = all.reduce((sum, { height }) => sum + height, 0)
  picture.height = heights + (titleHeight + parts.length * legendHeight + 2 * margin) * ratio
  const to = picture.getContext('2d')
  if (to === null) throw new Error('the browser gives no canvas')
  to.fillStyle = color('--panel')
  to.fillRect(0, 0, picture.width, picture.height)
  to.textBaseline = 'middle'
  const font = (weight: number) => `${weight} ${12 * ratio}px "Inter Variable", system-ui, sans-serif`
  to.font = font(600)
  to.fillStyle = color('--ink')
  to.fillText(title, margin * ratio, (margin + titleHeight / 2) * ratio)
  let top = (margin + titleHeight) * ratio
  for (const { legend, canvases } of parts) {
    let left = (margin + 62) * ratio
    for (const { color: stroke, text } of legend) {
      const middle = top + (legendHeight / 2) * ratio
      to.fillStyle = stroke
      to.fillRect(left, middle - 1.5 * ratio, 16 * ratio, 3 * ratio)
      to.fillStyle = color('--ink')
      to.font = font(500)
      to.fillText(text, left + 22 * ratio, middle)
      left += 46 * ratio + to.measureText(text).width
    }
    top += legendHeight * ratio
    for (const canvas of canvases) {
      to.drawImage(canvas, margin * ratio, top)
      top += canvas.height
    }
  }
  return picture
}
