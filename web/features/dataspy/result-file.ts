import { requestDownload, retrieveDownload } from '#contract/downloads.ts'
import { getResultFile } from '#contract/ipa-results.ts'
import { addressOf } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import type { Call } from './hit-sources.ts'

/** The file of a result: in an answer, or where it is too large for one as a download. @throws ApiError */
export async function readResultFile(call: Call, id: number, signal?: AbortSignal): Promise<File> {
  try {
    const { file, filename } = await call(getResultFile, { params: { id }, ...(signal && { signal }) })
    return new File([Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))], filename)
  } catch (raised) {
    if (!(raised instanceof ApiError) || raised.status !== 413) throw raised
    return await downloadedFile(call, id, signal)
  }
}

async function downloadedFile(call: Call, id: number, signal?: AbortSignal): Promise<File> {
  const { token } = await call(requestDownload, { query: { type: 'resultFile', id } })
  const answer = await fetch(addressOf(retrieveDownload, { query: { token } }), signal ? { signal } : {})
  if (!answer.ok) throw new Error(`The server answered ${answer.status} when the file was fetched.`)
  const named = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return new File([await answer.blob()], named === undefined ? `result-${id}.mf4` : decodeURIComponent(named))
}
