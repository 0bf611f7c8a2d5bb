import { requestDownload, retrieveDownload } from '#contract/downloads.ts'
import { addressOf } from '#web/api/call.ts'
import { call } from '#web/api/client.ts'
import { downloadOf } from '../viewed-file.ts'
import type { ViewedFile } from '../viewed-file.ts'

/**
 * An address that a player can ask for parts of the file at, for as long as it plays and a quarter of an hour more: a
 * download's token, and the tag of the bytes in place of the If-Range that players do not send.
 */
export async function mediaAddress(file: Pick<ViewedFile, 'id' | 'of' | 'sha256'>): Promise<string> {
  const { token } = await call(requestDownload, { query: downloadOf(file) })
  return addressOf(retrieveDownload, { query: { token, tag: file.sha256 } })
}
