import { requestDownload, retrieveDownload } from '#contract/downloads.ts'
import { addressOf } from '#web/api/call.ts'
import { call } from '#web/api/client.ts'
import type { ViewedFile } from '../viewed-file.ts'

/**
 * An address that a player can ask for parts of the file at, for as long as it plays and a quarter of an hour more: a
 * download's token, and the tag of the bytes in place of the If-Range that players do not send.
 */
export async function mediaAddress({ id, sha256 }: ViewedFile): Promise<string> {
  const { token } = await call(requestDownload, { query: { type: 'uploadFileVersion', id } })
  return addressOf(retrieveDownload, { query: { token, tag: sha256 } })
}
