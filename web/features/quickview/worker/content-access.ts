import { requestDownload, retrieveDownload } from '#contract/downloads.ts'
import { getFileContent } from '#contract/quick-view.ts'
import { addressOf } from '#web/api/call.ts'
import { accessToken, call } from '#web/api/client.ts'
import type { Access } from '#web/viewer/protocol.ts'
import { downloadOf } from '../viewed-file.ts'
import type { FilePlace } from '../viewed-file.ts'

/**
 * How a worker reads a file by Range: one of the archive with the session's token, one of a result with a download's; both
 * are asked for anew when they are refused.
 */
export const contentAccess = (file: FilePlace) => async (): Promise<Access> => {
  if (file.of === 'result') {
    const { token } = await call(requestDownload, { query: downloadOf(file) })
    return { address: addressOf(retrieveDownload, { query: { token } }), headers: {} }
  }
  const token = await accessToken()
  return {
    address: addressOf(getFileContent, { params: { id: file.id } }),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  }
}
