import { useQuery } from '@tanstack/react-query'
import { quickView } from '#contract/quick-view.ts'
import { addressOf } from '#web/api/call.ts'
import { accessToken } from '#web/api/client.ts'
import { asApiError, knownError } from '#web/api/errors.ts'
import { problemOf, wholeContent } from './media/content.ts'
import { placeKey } from './viewed-file.ts'
import type { ViewedFile } from './viewed-file.ts'

interface Wiring {
  readonly base: string
  readonly accessToken: () => Promise<string | null>
}

/** A file version as text. An answer that is no text is an error. @throws ApiError */
export async function quickText(uploadFileVersionId: number, wiring: Wiring = { base: '', accessToken }): Promise<string> {
  const token = await wiring.accessToken()
  const answer = await fetch(wiring.base + addressOf(quickView, { query: { uploadFileVersionId } }), {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  }).catch((raised: unknown) => {
    throw asApiError(raised)
  })
  if (!answer.ok) throw await problemOf(answer)
  if (!/^text\/plain\b/.test(answer.headers.get('content-type') ?? '')) throw knownError('unexpected-fields')
  return await answer.text()
}

/** The largest text of a result that is shown whole, bytes; the archive's own limit is the server's. */
const mostText = 32 * 1024 * 1024

/** A file of a result as text. @throws ApiError */
async function resultText(file: ViewedFile): Promise<string> {
  const bytes = await wholeContent(file, mostText)
  if (bytes.subarray(0, 8192).includes(0)) throw knownError('unexpected-fields')
  return new TextDecoder().decode(bytes)
}

export const useQuickText = (file: ViewedFile) =>
  useQuery({
    queryKey: ['quickText', placeKey(file)],
    queryFn: () => (file.of === 'result' ? resultText(file) : quickText(file.id)),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
