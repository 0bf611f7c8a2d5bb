import type { Page } from 'playwright-core'

/** What the browser does when somebody drops files onto the page. */
export async function drop(page: Page, files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
  const given = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }))
  const transfer = await page.evaluateHandle((all) => {
    const dropped = new DataTransfer()
    for (const { name, base64 } of all)
      dropped.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name))
    return dropped
  }, given)
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer })
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}
