import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assignCatalog, createCatalog } from '#contract/catalogs.ts'
import { createDevice, createDeviceToken } from '#contract/devices.ts'
import { createFleet, createVehicle } from '#contract/fleets.ts'
import type { Operation } from '#contract/operation.ts'
import { createDeviceUpload, createUpload } from '#contract/uploads.ts'
import type { AnalysisParts } from '#server/features/analysis-status/set-up.ts'
import { readyEnvironments } from '#server/features/analysis-status/testing/ready-environments.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import type { CallerName } from './callers.ts'

/** An organization with people, a logger and one recording. Everything in it has its mark in its name. */
export interface Tenant {
  readonly mark: string
  readonly id: number
  readonly admin: Person
  /** Begins what belongs to a colleague of every caller. */
  readonly colleague: Person
  readonly fleetId: number
  readonly vehicleId: number
  readonly device: Logger
  readonly colleagueDevice: Logger
  readonly uploadId: number
  readonly fileVersionId: number
  readonly jobId: number
  readonly catalogId: number
  readonly assignmentId: number
}

export interface Logger {
  readonly id: number
  readonly token: string
}

export interface KnownCaller {
  readonly name: CallerName
  readonly tenant: Tenant
  readonly person: Person | undefined
  readonly token: string | undefined
}

export interface World {
  readonly api: TestApi
  readonly tenants: readonly Tenant[]
  readonly callers: Readonly<Record<CallerName, KnownCaller>>
  /** An analysis environment of the server. */
  addEnvironment(name: string): Promise<void>
}

let serial = 0
/** A name that nothing else has, with the mark of its organization. */
export function marked({ mark }: Pick<Tenant, 'mark'>, what: string): string {
  return `${mark} ${what} ${++serial}`
}

/** Analysis environments that are there at once, and no sandbox: what is run waits. */
export const standingStill: AnalysisParts = {
  environments: readyEnvironments(),
  choose: async () => ({ sandbox: null, sentence: 'Nothing runs here.' }),
}

export async function createWorld(api: TestApi): Promise<World> {
  // the first organization is the operator's
  const operators = await createTenant(api, 'mark-operator')
  const home = await createTenant(api, 'mark-home')
  const other = await createTenant(api, 'mark-other')
  const person = async (name: CallerName, tenant: Tenant, roles: ('admin' | 'ipa')[]): Promise<KnownCaller> => {
    const made = await makePerson(api, tenant.id, roles)
    return { name, tenant, person: made, token: made.token }
  }
  return {
    api,
    addEnvironment: (name) => standingStill.environments.add(name, 'numpy'),
    tenants: [operators, home, other],
    callers: {
      anonymous: { name: 'anonymous', tenant: home, person: undefined, token: undefined },
      plain: await person('plain', home, []),
      ipa: await person('ipa', home, ['ipa']),
      admin: await person('admin', home, ['admin']),
      other: await person('other', other, []),
      otherAdmin: await person('otherAdmin', other, ['admin', 'ipa']),
      operator: await person('operator', operators, ['admin']),
      device: { name: 'device', tenant: home, person: undefined, token: home.device.token },
    },
  }
}

async function createTenant(api: TestApi, mark: string): Promise<Tenant> {
  const id = await makeOrganization(api, marked({ mark }, 'organization'))
  const admin = await makePerson(api, id, ['admin'])
  const colleague = await makePerson(api, id, [])
  const token = admin.token
  const fleet = await api.call(createFleet, { token, body: { name: marked({ mark }, 'fleet') } })
  const vehicle = await api.call(createVehicle, {
    token,
    params: { id: fleet.body.id },
    body: { name: marked({ mark }, 'vehicle') },
  })
  const device = await addLogger(api, { mark, admin }, vehicle.body.id)
  const colleagueDevice = await addLogger(api, { mark, admin })
  const metadata = {
    filename: 'drive.txt',
    collection: marked({ mark }, 'collection'),
    notes: marked({ mark }, 'notes'),
    vehicleId: vehicle.body.id,
  }
  const received = await send(api, createUpload, {
    token,
    headers: { ...begin(mark.length, metadata), 'content-type': 'application/offset+octet-stream' },
    bytes: mark,
  })
  const uploadId = Number(received.headers.get('x-loggerhead-upload-id'))
  const fileVersionId = Number(received.headers.get('x-loggerhead-file-version-id'))
  if (!(uploadId > 0)) throw new Error(`The recording of ${mark} was not received: ${received.status} ${received.text}`)
  const job = await api.database.kysely
    .insertInto('job')
    .values({ organization_id: id, job_type: 'INGEST', run_status: 'FINISHED', arguments: mark })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addSignals(api, id, fileVersionId, mark)
  const made = await addCatalog(api, { mark, admin })
  return {
    ...made,
    mark,
    id,
    admin,
    colleague,
    fleetId: fleet.body.id,
    vehicleId: vehicle.body.id,
    device,
    colleagueDevice,
    uploadId,
    fileVersionId,
    jobId: job.id,
  }
}

/** The file has signals, as though a job had decoded it. */
async function addSignals(api: TestApi, organizationId: number, fileVersionId: number, mark: string): Promise<void> {
  const path = join(api.dataDir, mark)
  await writeFile(path, mark)
  await api.app.platform.blobs.put(`signals/${mark}`, path)
  const row = { file_version_id: fileVersionId, organization_id: organizationId, origin_ms: 0, origin_nanos: 0 }
  await api.database.kysely
    .insertInto('recording')
    .values({ ...row, began_at: new Date(0), store_state: 'ready', store_key: `signals/${mark}`, store_size: mark.length })
    .execute()
}

/** A catalog that is assigned to the whole organization. */
export async function addCatalog(
  api: TestApi,
  { mark, admin }: Pick<Tenant, 'mark' | 'admin'>,
): Promise<{ catalogId: number; assignmentId: number }> {
  const { token } = admin
  const file = Buffer.from(`VERSION "${mark}"\n`).toString('base64')
  const body = { name: marked({ mark }, 'catalog'), fileName: `${mark}.dbc`, file }
  const catalog = await api.call(createCatalog, { token, body })
  const assignment = await api.call(assignCatalog, { token, params: { id: catalog.body.id }, body: {} })
  return { catalogId: catalog.body.id, assignmentId: assignment.body.id }
}

export async function addLogger(api: TestApi, tenant: Pick<Tenant, 'mark' | 'admin'>, vehicleId?: number): Promise<Logger> {
  const { token } = tenant.admin
  const { body } = await api.call(createDevice, {
    token,
    body: { type: 'Test logger', serial: marked(tenant, 'device'), vehicleId },
  })
  const issued = await api.call(createDeviceToken, { token, params: { id: body.id } })
  return { id: body.id, token: issued.body.token }
}

/** Headers that begin a resumable upload. */
export function begin(length: number, metadata: Readonly<Record<string, string | number>>): Record<string, string> {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
  return { 'tus-resumable': '1.0.0', 'upload-length': String(length), 'upload-metadata': pairs.join(',') }
}

/** An upload that somebody has begun; its key. */
export async function beginUpload(world: World, from: 'device' | 'person', token: string, vehicleId: number): Promise<string> {
  const operation = from === 'device' ? createDeviceUpload : createUpload
  const metadata = { filename: `begun-${++serial}.txt`, collection: 'Begun', ...(from === 'person' && { vehicleId }) }
  const { status, headers, text } = await send(world.api, operation, { token, headers: begin(3, metadata) })
  const key = headers.get('location')?.split('/').at(-1)
  if (key === undefined) throw new Error(`An upload could not be begun: ${status} ${text}`)
  return key
}

export interface Request {
  readonly token?: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly bytes?: string
}

export interface Sent {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Any operation, also those that speak bytes. */
export async function send(api: TestApi, operation: Operation, request: Request): Promise<Sent> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? 'missing')),
  )
  const url = new URL(path, api.app.address)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, String(value))
  const headers = new Headers(request.headers)
  if (request.token !== undefined) headers.set('authorization', `Bearer ${request.token}`)
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  const body = request.bytes ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
  const response = await fetch(url, { method: operation.method, headers, body })
  const text = isEndless(response) ? await firstPiece(response) : await response.text()
  return { status: response.status, headers: response.headers, text }
}

const isEndless = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('text/event-stream') ?? false

async function firstPiece({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return new TextDecoder().decode(value)
}
