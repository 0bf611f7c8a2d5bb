import { useQuery } from '@tanstack/react-query'
import { quickView } from '#contract/quick-view.ts'
import { addressOf } from '#web/api/call.ts'
import { accessToken } from '#web/api/client.ts'
import { asApiError, knownError } from '#web/api/errors.ts'
import { problemOf } from './media/content.ts'

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

export const useQuickText = ({ id }: { id: number }) =>
  useQuery({ queryKey: ['quickText', id], queryFn: () => quickText(id), staleTime: Infinity, gcTime: 0, retry: false })
