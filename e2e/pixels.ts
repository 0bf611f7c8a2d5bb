import type { Locator } from 'playwright-core'

/** How many pixels of what is on the screen there have about this colour (`#0b7a75`). */
export async function pixelsOf(place: Locator, color: string): Promise<number> {
  const picture = (await place.screenshot({ animations: 'disabled' })).toString('base64')
  const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return await place.page().evaluate(
    async ([base64, rgb]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (context === null) throw new Error('No canvas')
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      let count = 0
      for (let at = 0; at < data.length; at += 4)
        if (rgb.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 8)) count++
      return count
    },
    [picture, wanted] as const,
  )
}
