import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { errorBody } from '#contract/errors.ts'
import type { AnswerOf, BodyInputOf, Operation, QueryInputOf } from '#contract/operation.ts'
import type { App } from '#server/app.ts'
import { startApp } from '#server/app.ts'
import type { TestDatabase } from '#server/database/testing.ts'
import { createTestDatabase } from '#server/database/testing.ts'
import type { AnalysisParts } from '#server/features/analysis-status/set-up.ts'
import { readSettings } from '#server/settings/read-settings.ts'

interface Request<O extends Operation> {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Partial<QueryInputOf<O>>
  readonly body?: BodyInputOf<O>
  /** Bearer token: of a user or of a device. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Received<T> {
  readonly status: number
  readonly headers: Headers
  /** The answer's body, held to the contract; absent when the call failed. */
  readonly body: T
  /** What failed, held to the contract's error body; absent on success. */
  readonly problem?: { id: string; type: string; message: string; fields: { field: string; message: string }[] }
}

export interface TestApi {
  readonly app: App
  readonly database: TestDatabase
  readonly dataDir: string
  /** Calls an operation over HTTP and fails when the answer is not what the contract says. */
  call<O extends Operation>(operation: O, request?: Request<O>): Promise<Received<AnswerOf<O>>>
  end(): Promise<void>
}

/** The real server on a free port, with a database and folders of its own. */
export async function startTestApi(
  environment: Readonly<Record<string, string>> = {},
  now?: () => Date,
  analyses?: AnalysisParts,
): Promise<TestApi> {
  const dataDir = await mkdtemp(join(tmpdir(), 'loggerhead-api-'))
  const database = await createTestDatabase()
  const settings = readSettings({
    LOGGERHEAD_DATA_DIR: dataDir,
    LOGGERHEAD_PORT: '0',
    LOGGERHEAD_DEMO: 'off',
    LOGGERHEAD_MIN_FREE_SPACE: '0B',
    LOGGERHEAD_SANDBOX: 'off',
    ...environment,
  })
  const app = await startApp({
    settings,
    database,
    log: pino({ level: 'warn' }),
    ...(now && { now }),
    ...(analyses && { analyses }),
  })
  // else it might give its scripts to the first organization that a test makes
  await app.seeded
  return {
    app,
    database,
    dataDir,
    call: (operation, request = {}) => call(app.address, operation, request),
    async end() {
      await app.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function call<O extends Operation>(address: string, operation: O, request: Request<O>): Promise<Received<AnswerOf<O>>> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? `{${name}}`)),
  )
  const url = new URL(path, address)
  for (const [name, value] of Object.entries(request.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) url.searchParams.append(name, String(one))
  }
  const headers = new Headers(request.headers)
  if (request.token !== undefined) headers.set('authorization', `Bearer ${request.token}`)
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(url, {
    method: operation.method,
    headers,
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })
  const text = await response.text()
  const received = { status: response.status, headers: response.headers }
  if (!response.ok) {
    const problem = operation.method === 'HEAD' ? undefined : errorBody.parse(JSON.parse(text))
    return { ...received, body: undefined as AnswerOf<O>, ...(problem ? { problem } : {}) }
  }
  if (response.status !== operation.status)
    throw new Error(`${operation.id} answered ${response.status}, the contract says ${operation.status}`)
  for (const name of Object.keys(operation.headers)) {
    if (!response.headers.has(name)) throw new Error(`${operation.id} answered without the header ${name} of the contract`)
  }
  const given: unknown = text === '' ? undefined : JSON.parse(text)
  const body = operation.answer.parse(given) as AnswerOf<O>
  // the contract drops what it does not name: a difference is a field that must not be there
  if (JSON.stringify(body) !== JSON.stringify(given))
    throw new Error(`${operation.id} answered with fields outside the contract:\n${text}`)
  return { ...received, body }
}
