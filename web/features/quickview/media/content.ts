import { errorBody } from '#contract/errors.ts'
import { ApiError, asApiError, errorOfAnswer, knownError } from '#web/api/errors.ts'
import type { FilePlace } from '../viewed-file.ts'
import { contentAccess } from '../worker/content-access.ts'

/** All bytes of a file. @throws ApiError; RangeError-like ApiError when it is larger than `most` */
export async function wholeContent(file: FilePlace & { size: number }, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > most)
    throw new ApiError({
      code: 'error',
      message: `The file is larger than ${Math.round(most / 1024 ** 2)} MB; download it to look at it.`,
    })
  const { address, headers } = await contentAccess(file)()
  const answer = await fetch(address, { headers }).catch((raised: unknown) => {
    throw asApiError(raised)
  })
  if (!answer.ok) throw await problemOf(answer)
  return new Uint8Array(await answer.arrayBuffer())
}

export async function problemOf(answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => undefined)
  const parsed = errorBody.safeParse(body)
  const { status, statusText } = answer
  return parsed.success || status !== 200
    ? errorOfAnswer({ status, statusText, authorization: answer.headers.get('authorization'), body })
    : knownError('unexpected-fields')
}
