import { z } from 'zod'
import { idParams } from '#contract/fields.ts'
import { operation } from '#contract/operation.ts'
import type { Call } from './hit-sources.ts'

/** A file that an analysis made; the file itself in base64. */
export const getResultFile = operation({
  id: 'getResultFile',
  method: 'GET',
  path: '/ipa/result/file/{id}',
  access: 'ipa',
  summary: 'A file of a result.',
  params: idParams,
  answer: z.object({ file: z.string(), fileName: z.string().optional() }),
})

/** The file of a result, by the name that it has or by its number. */
export async function readResultFile(call: Call, id: number, signal?: AbortSignal): Promise<File> {
  const { file, fileName } = await call(getResultFile, { params: { id }, ...(signal && { signal }) })
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
  return new File([bytes], fileName ?? `result-${id}.${isJson(bytes) ? 'dsr' : 'mf4'}`)
}

/** Lists of hits begin as JSON does, recordings do not. */
function isJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte))
  return first === 0x7b
}
