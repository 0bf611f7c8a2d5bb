import { getFileContent } from '#contract/quick-view.ts'
import { addressOf } from '#web/api/call.ts'
import { accessToken } from '#web/api/client.ts'
import type { Access } from '#web/viewer/protocol.ts'

/** How a worker reads a file version by Range: with the session's token, asked for anew when it is refused. */
export const contentAccess = (id: number) => async (): Promise<Access> => {
  const token = await accessToken()
  return {
    address: addressOf(getFileContent, { params: { id } }),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  }
}
