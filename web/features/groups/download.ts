import { asApiError } from '#web/api/errors.ts'
import { startDownload } from '#web/features/downloads/start-download.ts'
import type { DownloadSubject } from '#web/features/downloads/start-download.ts'
import { showToast } from '#web/ui/toast.ts'

/** Hands one file version to the browser's downloads. */
export const downloadVersion = (id: number): Promise<void> => download({ type: 'uploadFileVersion', id })

/** Hands a file to the browser's downloads; says so when that fails. */
export async function download(subject: DownloadSubject): Promise<void> {
  try {
    await startDownload(subject)
  } catch (raised) {
    showToast(`The download failed: ${asApiError(raised).message}`, 'error', 4000)
  }
}
