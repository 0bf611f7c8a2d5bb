import { requestDownload, retrieveDownload } from '#contract/downloads.ts'
import { getRecordingSignals } from '#contract/recordings.ts'
import { addressOf } from '#web/api/call.ts'
import { accessToken, call } from '#web/api/client.ts'
import type { Access, ArchiveResource } from '#web/viewer/protocol.ts'

/** How a worker gets at a recording of the archive: its signals with the session's token, its file by a download's. */
export const archiveAccess =
  (id: number, store: string | null) =>
  async (resource: ArchiveResource): Promise<Access> => {
    if (resource === 'file') {
      const { token } = await call(requestDownload, { query: { type: 'uploadFileVersion', id } })
      return { address: addressOf(retrieveDownload, { query: { token } }), headers: {} }
    }
    const token = await accessToken()
    return {
      address: addressOf(getRecordingSignals, { params: { id }, query: { store: store ?? undefined } }),
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    }
  }
