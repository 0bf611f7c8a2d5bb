import type { DownloadType } from '#contract/downloads.ts'
import { requestDownload, retrieveDownload } from '#contract/downloads.ts'
import { addressOf } from '#web/api/call.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { showToast } from '#web/ui/toast.ts'

/** Hands one file version to the browser's downloads. */
export const downloadVersion = (id: number): Promise<void> => download({ type: 'uploadFileVersion', id })

/** Hands a file to the browser's downloads: a token first, then the bytes by that token. */
export async function download(query: { type: DownloadType; id?: number; scriptId?: number }): Promise<void> {
  try {
    const { token } = await call(requestDownload, { query })
    const link = document.createElement('a')
    link.href = addressOf(retrieveDownload, { query: { token } })
    link.download = ''
    link.click()
  } catch (raised) {
    showToast(`The download failed: ${asApiError(raised).message}`, 'error', 4000)
  }
}
