import { z } from 'zod'

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
const summarised = z.object({ summary: z.string().default('') })

export interface ListedOperation {
  method: string
  path: string
  summary: string
}

/** The operations of an OpenAPI document in its order; null when it is none. */
export function operationsOf(document: unknown): ListedOperation[] | null {
  const parsed = description.safeParse(document)
  if (!parsed.success) return null
  return Object.entries(parsed.data.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = summarised.safeParse(item[method])
      return operation.success ? [{ method: method.toUpperCase(), path, summary: operation.data.summary }] : []
    }),
  )
}
