import type { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import type { AnswerOf, BodyInputOf, Operation } from '#contract/operation.ts'
import { Failure, exit } from '../failure.ts'

/** An answer that is no success. */
export class ServerRefusal extends Failure {
  readonly status: number

  constructor(status: number, sentence: string) {
    super(sentence)
    this.status = status
  }
}

interface Options<O extends Operation> {
  readonly authorization?: string
  readonly body?: BodyInputOf<O>
  readonly signal?: AbortSignal
}

/**
 * Calls an operation without parameters; the answer is checked against the contract.
 * @throws ServerRefusal with the server's sentence; Failure when it cannot be reached
 */
export async function callServer<O extends Operation>(server: URL, operation: O, options: Options<O> = {}): Promise<AnswerOf<O>> {
  const response = await reach(new URL(`.${operation.path}`, folderOf(server)), {
    method: operation.method,
    headers: {
      ...(options.authorization !== undefined && { authorization: options.authorization }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal,
  })
  if (!response.ok) throw await refusal(response)
  const given: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  const answer = (operation.answer as O['answer'] & z.ZodType).safeParse(given)
  if (!answer.success) throw new Failure(`${server.origin} does not answer as Loggerhead does: check the address of --server.`)
  return answer.data as AnswerOf<O>
}

/** A server behind a path keeps it: https://host/loggers + /api -> https://host/loggers/api. */
export function folderOf(server: URL): URL {
  return new URL(server.href.endsWith('/') ? server.href : `${server.href}/`)
}

export async function reach(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    const cause =
      error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? ` (${String(error.cause.code)})` : ''
    throw new Failure(`${url.origin} cannot be reached${cause}: check the address of --server and that the server runs.`)
  }
}

export async function refusal(response: Response): Promise<ServerRefusal> {
  const body = errorBody.safeParse(await response.json().catch(() => undefined))
  const fields = (body.data?.fields ?? []).map(({ field, message }) => ` ${field}: ${message}.`).join('')
  return new ServerRefusal(
    response.status,
    `${body.data?.message ?? `The server answers ${response.status} ${response.statusText}`}.${fields}`,
  )
}

/** The address of `--server`. */
export function serverOf(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new Failure(`--server ${given} is not an address: write one such as https://fleet.example.com.`, exit.usage)
}
