import { requestDownload, retrieveDownload } from '#contract/downloads.ts'
import type { DownloadType } from '#contract/downloads.ts'
import { addressOf } from '#web/api/call.ts'
import { call } from '#web/api/client.ts'

/** What can be downloaded: see the contract's types. */
export type DownloadSubject = { type: Exclude<DownloadType, 'vsdb'>; id: number } | { type: 'vsdb'; scriptId: number }

/** Hands a file to the browser's downloads: a token first, then the bytes by that token. Raises ApiError. */
export async function startDownload(subject: DownloadSubject): Promise<void> {
  const { token } = await call(requestDownload, { query: subject }).catch((raised: unknown) => {
    // oxlint-disable-next-line no-console -- the document asks for it: logged, and raised again
    console.error('The download could not be requested', raised)
    throw raised
  })
  const link = document.createElement('a')
  link.href = addressOf(retrieveDownload, { query: { token } })
  link.download = ''
  link.click()
}
