import { unassignCatalog } from '#contract/catalogs.ts'
import { login } from '#contract/sessions.ts'
import { requestDownload } from '#contract/downloads.ts'
import { createNotificationPreference } from '#contract/notifications.ts'
import { createUserDownload } from '#contract/user-downloads.ts'
import { createFleet, createVehicle } from '#contract/fleets.ts'
import { createViewLayout } from '#contract/layouts.ts'
import { createUserPreference } from '#contract/users.ts'
import { makePerson, testPassword } from '#server/testing/people.ts'
import type { Asked, MakeRequest } from './asked.ts'
import { absentId, absentKey } from './asked.ts'
import { datasetRequests } from './dataset-requests.ts'
import { fileRequests } from './file-requests.ts'
import { scriptRequests } from './script-requests.ts'
import { resultRequests } from './result-requests.ts'
import type { KnownCaller, Tenant, World } from './world.ts'
import { addCatalog, addLogger, begin, beginUpload, marked } from './world.ts'

const plain: MakeRequest = () => ({})
const patch = {
  headers: { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
  bytes: 'abc',
}
const tus = { headers: { 'tus-resumable': '1.0.0' } }
const override = { ...patch, headers: { ...patch.headers, 'x-http-method-override': 'PATCH' } }

const dbc = Buffer.from('VERSION "another"\n').toString('base64')

/** One request for each row of the table; what it destroys or changes is made for it. */
export const requests: Readonly<Record<string, MakeRequest>> = {
  login: ({ caller }) => ({ body: { username: (caller.person ?? caller.tenant.admin).username, password: testPassword } }),
  refresh: async ({ world, caller }) => ({ body: { refresh_token: (await freshSession(world, caller)).refresh } }),
  changePassword: async ({ world, caller }) => {
    const { username } = await makePerson(world.api, caller.tenant.id)
    return { body: { username, password: testPassword, newPassword: `${testPassword} too` } }
  },
  strategies: plain,
  logout: async ({ world, caller }) => (caller.person ? { token: (await freshSession(world, caller)).access } : {}),

  getCurrentUser: plain,
  listUsers: plain,
  listOrganizations: plain,
  listUserPreferences: plain,
  createUserPreference: () => ({ body: { name: 'theme', val: 'dark' } }),
  updateUserPreference: async ({ world, caller, target, tenant }) => {
    const owner = target === 'own' ? (caller.person ?? tenant?.admin) : tenant?.colleague
    const made =
      owner && (await world.api.call(createUserPreference, { token: owner.token, body: { name: 'theme', val: 'light' } }))
    return { params: { id: made?.body.id ?? absentId }, body: { val: 'dark' } }
  },

  listViewLayouts: plain,
  createViewLayout: ({ caller }) => ({ body: newLayout(caller.tenant) }),
  updateViewLayout: async (asked) => ({ params: { id: await layoutOf(asked) }, body: { shared: false } }),
  deleteViewLayout: async (asked) => ({ params: { id: await layoutOf(asked) } }),

  listFleets: plain,
  createFleet: ({ caller }) => ({ body: { name: marked(caller.tenant, 'fleet') } }),
  updateFleet: async ({ world, caller, tenant }) => ({
    params: { id: await freshFleet(world, tenant) },
    body: { name: marked(caller.tenant, 'renamed') },
  }),
  deleteFleet: async ({ world, tenant }) => ({ params: { id: await freshFleet(world, tenant) } }),
  listVehicles: ({ tenant }) => ({ params: { id: tenant?.fleetId ?? absentId } }),
  createVehicle: ({ caller, tenant }) => ({
    params: { id: tenant?.fleetId ?? absentId },
    body: { name: marked(caller.tenant, 'vehicle') },
  }),
  listVehicleTroubleCodes: ({ tenant }) => ({ params: { id: tenant?.vehicleId ?? absentId } }),
  getVehicle: ({ tenant }) => ({ params: { id: tenant?.vehicleId ?? absentId } }),
  updateVehicle: async ({ world, tenant }) => ({
    params: { id: await freshVehicle(world, tenant) },
    body: { displayName: 'changed' },
  }),
  'updateVehicle fleetId': async ({ world, caller, tenant }) => ({
    params: { id: await freshVehicle(world, caller.tenant) },
    body: { fleetId: tenant?.fleetId ?? absentId },
  }),
  deleteVehicle: async ({ world, tenant }) => ({ params: { id: await freshVehicle(world, tenant) } }),

  listDevices: plain,
  createDevice: ({ caller }) => ({ body: { type: 'Test logger', serial: marked(caller.tenant, 'device') } }),
  'createDevice vehicleId': ({ caller, tenant }) => ({
    body: { type: 'Test logger', serial: marked(caller.tenant, 'device'), vehicleId: tenant?.vehicleId ?? absentId },
  }),
  getDevice: ({ tenant }) => ({ params: { id: tenant?.device.id ?? absentId } }),
  assignDevice: async ({ world, tenant }) => ({ params: { id: await freshDevice(world, tenant) }, body: { vehicleId: null } }),
  'assignDevice vehicleId': async ({ world, caller, tenant }) => ({
    params: { id: await freshDevice(world, caller.tenant) },
    body: { vehicleId: tenant?.vehicleId ?? absentId },
  }),
  createDeviceToken: async ({ world, tenant }) => ({ params: { id: await freshDevice(world, tenant) } }),

  deviceCheckin: () => ({ body: { firmware: '1.0' } }),
  deviceUploadOptions: plain,
  createDeviceUpload: ({ caller }) => ({ headers: begin(3, { filename: 'a.txt', collection: marked(caller.tenant, 'begun') }) }),
  deviceUploadOffset: async (asked) => ({ ...tus, params: await deviceUploadOf(asked) }),
  continueDeviceUpload: async (asked) => ({ ...patch, params: await deviceUploadOf(asked) }),
  abandonDeviceUpload: async (asked) => ({ ...tus, params: await deviceUploadOf(asked) }),
  overrideDeviceUpload: async (asked) => ({ ...override, params: await deviceUploadOf(asked) }),

  uploadOptions: plain,
  createUpload: ({ tenant }) => ({
    headers: begin(3, { filename: 'a.txt', collection: 'Begun', vehicleId: tenant?.vehicleId ?? absentId }),
  }),
  'createUpload deviceId': ({ tenant }) => ({
    headers: begin(3, { filename: 'a.txt', collection: 'Begun', deviceId: tenant?.device.id ?? absentId }),
  }),
  uploadOffset: async (asked) => ({ ...tus, params: await uploadOf(asked) }),
  continueUpload: async (asked) => ({ ...patch, params: await uploadOf(asked) }),
  abandonUpload: async (asked) => ({ ...tus, params: await uploadOf(asked) }),
  overrideUpload: async (asked) => ({ ...override, params: await uploadOf(asked) }),

  streamEvents: plain,
  checkNotifications: plain,
  listNotifications: plain,
  readAllNotifications: plain,
  updateNotification: async (asked) => ({ params: { id: await freshNotification(asked) }, body: { read: true } }),
  deleteNotification: async (asked) => ({ params: { id: await freshNotification(asked) } }),

  searchArchive: ({ tenant }) => ({ body: { fleetId: [tenant?.fleetId ?? absentId] } }),
  dataspyStatus: plain,
  listCollections: ({ tenant }) => ({ query: { f: tenant?.fleetId ?? absentId } }),
  listExtensions: ({ tenant }) => ({ query: { v: tenant?.vehicleId ?? absentId } }),
  ...fileRequests,
  ...datasetRequests,
  ...scriptRequests,
  requestDownload: ({ tenant }) => ({ query: { type: 'uploadFileVersion', id: tenant?.fileVersionId ?? absentId } }),
  'requestDownload user': async (asked) => ({ query: { type: 'user', id: await userDownloadOf(asked) } }),
  createUserDownload: ({ tenant }) => ({ body: { selectedIds: [tenant?.fileVersionId ?? absentId] } }),
  listUserDownloads: plain,
  getUserDownload: async (asked) => ({ params: { id: await userDownloadOf(asked) } }),
  deleteUserDownload: async (asked) => ({ params: { id: await userDownloadOf(asked) } }),
  createNotificationPreference: async (asked) => ({ body: wishFor(await userDownloadOf(asked)) }),
  'createNotificationPreference user': async (asked) => {
    const { caller, tenant, target } = asked
    const own = caller.person ?? tenant?.admin
    const user = target === 'absent' ? absentId : target === 'own' ? own?.id : tenant?.colleague.id
    return { body: { ...wishFor(await userDownloadOf({ ...asked, target: 'own', tenant: caller.tenant })), user } }
  },
  deleteNotificationPreference: async (asked) => {
    const { world } = asked
    const owner = ownerOf(asked)
    if (!owner) return { params: { id: absentId } }
    const body = wishFor(await userDownloadOf(asked))
    return { params: { id: (await world.api.call(createNotificationPreference, { token: owner.token, body })).body.id } }
  },
  retrieveDownload: async ({ world, tenant }) => {
    if (!tenant) return { query: { token: 'absent' } }
    const query = { type: 'uploadFileVersion', id: tenant.fileVersionId } as const
    const { body } = await world.api.call(requestDownload, { token: tenant.admin.token, query })
    return { query: { token: body.token } }
  },

  listCatalogs: plain,
  createCatalog: ({ caller }) => ({ body: { name: marked(caller.tenant, 'catalog'), fileName: 'a.dbc', file: dbc } }),
  getCatalog: ({ tenant }) => ({ params: { id: tenant?.catalogId ?? absentId } }),
  updateCatalog: async ({ world, caller, tenant }) => ({
    params: { id: (await freshCatalog(world, tenant)).catalogId },
    body: { name: marked(caller.tenant, 'renamed') },
  }),
  deleteCatalog: async ({ world, tenant }) => {
    const { catalogId: id, assignmentId } = await freshCatalog(world, tenant)
    if (tenant) await world.api.call(unassignCatalog, { token: tenant.admin.token, params: { id, assignmentId } })
    return { params: { id } }
  },
  addCatalogVersion: async ({ world, tenant }) => ({
    params: { id: (await freshCatalog(world, tenant)).catalogId },
    body: { fileName: 'b.dbc', file: dbc },
  }),
  getCatalogFile: ({ tenant }) => ({ params: { id: tenant?.catalogId ?? absentId, number: 1 } }),
  listCatalogMessages: ({ tenant }) => ({ params: { id: tenant?.catalogId ?? absentId, number: 1 } }),
  assignCatalog: async ({ world, tenant }) => ({
    params: { id: (await freshCatalog(world, tenant)).catalogId },
    body: { channel: 1 },
  }),
  'assignCatalog fleetId': async ({ world, caller, tenant }) => ({
    params: { id: (await freshCatalog(world, caller.tenant)).catalogId },
    body: { fleetId: tenant?.fleetId ?? absentId },
  }),
  'assignCatalog vehicleId': async ({ world, caller, tenant }) => ({
    params: { id: (await freshCatalog(world, caller.tenant)).catalogId },
    body: { vehicleId: tenant?.vehicleId ?? absentId },
  }),
  unassignCatalog: async ({ world, tenant }) => {
    const { catalogId: id, assignmentId } = await freshCatalog(world, tenant)
    return { params: { id, assignmentId } }
  },
  'unassignCatalog assignmentId': async ({ world, caller, tenant }) => ({
    params: { id: caller.tenant.catalogId, assignmentId: (await freshCatalog(world, tenant)).assignmentId },
  }),
  listCatalogRecordings: ({ tenant }) => ({ params: { id: tenant?.catalogId ?? absentId } }),

  getRecording: ({ tenant }) => ({ params: { id: tenant?.fileVersionId ?? absentId } }),
  getRecordingSignals: ({ tenant }) => ({ params: { id: tenant?.fileVersionId ?? absentId } }),
  decodeRecording: ({ tenant }) => ({ params: { id: tenant?.fileVersionId ?? absentId } }),
  getFileVersion: ({ tenant }) => ({ params: { id: tenant?.fileVersionId ?? absentId } }),
  getFileContent: ({ tenant }) => ({ params: { id: tenant?.fileVersionId ?? absentId } }),
  quickView: ({ tenant }) => ({ query: { uploadFileVersionId: tenant?.fileVersionId ?? absentId } }),
  getDatabase: ({ tenant }) => ({ params: { id: tenant?.fileVersionId ?? absentId } }),
  readDatabaseRows: ({ tenant }) => ({ params: { id: tenant?.fileVersionId ?? absentId }, body: { table: 't' } }),
  countDatabaseRows: ({ tenant }) => ({ params: { id: tenant?.fileVersionId ?? absentId }, body: { table: 't' } }),
  readDatabaseCell: ({ tenant }) => ({ params: { id: tenant?.fileVersionId ?? absentId }, body: { table: 't', column: 'c' } }),
  getRecordingCatalogs: ({ tenant }) => ({ params: { id: tenant?.fileVersionId ?? absentId } }),
  searchLocations: ({ tenant }) => ({ body: { vehicleId: tenant?.vehicleId ?? absentId } }),
  latestLocations: ({ tenant }) => ({ query: { vehicleId: tenant?.vehicleId ?? absentId } }),
  getMapSettings: plain,
  getMapFile: plain,

  listExportFormats: plain,
  exportData: ({ tenant }) => ({ body: { selectedIds: { null: [tenant?.fileVersionId ?? absentId] }, format: 1 } }),

  ...resultRequests,
  listJobs: ({ tenant }) => ({ query: { ids: tenant?.jobId ?? absentId } }),
  getJob: ({ tenant }) => ({ params: { id: tenant?.jobId ?? absentId } }),
  createJob: () => ({ body: { arguments: String(absentId), jobType: 'IPA_MANUAL', runType: 'DISTILLER' } }),
  cancelJob: ({ tenant }) => ({ params: { id: tenant?.jobId ?? absentId } }),
  deleteJob: async ({ world, tenant }) => ({ params: { id: await freshJob(world, tenant) } }),

  health: plain,
  test: plain,
  openapi: plain,
  metrics: plain,
  serverInfo: plain,
  listServerSettings: plain,
  serverOverview: plain,
  getDemo: plain,
  removeDemo: plain,
}

/** A session of the caller, or for those who are nobody of the organization's administrator, that may be destroyed. */
async function freshSession({ api }: World, caller: KnownCaller): Promise<{ access: string; refresh: string }> {
  const { username } = caller.person ?? caller.tenant.admin
  const { body } = await api.call(login, { body: { username, password: testPassword } })
  return { access: body.access_token, refresh: body.refresh_token }
}

async function freshFleet({ api }: World, tenant: Tenant | undefined): Promise<number> {
  if (!tenant) return absentId
  return (await api.call(createFleet, { token: tenant.admin.token, body: { name: marked(tenant, 'fleet') } })).body.id
}

async function freshNotification({ world, caller, target, tenant }: Asked): Promise<number> {
  const owner = target === 'own' ? (caller.person ?? tenant?.admin) : tenant?.colleague
  if (!owner || !tenant) return absentId
  const { rows } = await world.api.database.pool.query<{ id: number }>(
    `INSERT INTO notification (organization_id, user_id, type, title, message)
     VALUES ($1, $2, 'Download Ready', $3, '') RETURNING id`,
    [owner.organizationId, owner.id, marked(tenant, 'notification')],
  )
  return rows[0]?.id ?? absentId
}

/** One that has ended, of a kind that has no owner. */
async function freshJob({ api }: World, tenant: Tenant | undefined): Promise<number> {
  if (!tenant) return absentId
  const values = { organization_id: tenant.id, job_type: 'MAIL', run_status: 'FINISHED' } as const
  const { id } = await api.database.kysely.insertInto('job').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

async function freshCatalog({ api }: World, tenant: Tenant | undefined) {
  return tenant ? await addCatalog(api, tenant) : { catalogId: absentId, assignmentId: absentId }
}

async function freshVehicle({ api }: World, tenant: Tenant | undefined): Promise<number> {
  if (!tenant) return absentId
  const body = { name: marked(tenant, 'vehicle') }
  return (await api.call(createVehicle, { token: tenant.admin.token, params: { id: tenant.fleetId }, body })).body.id
}

async function freshDevice({ api }: World, tenant: Tenant | undefined): Promise<number> {
  return tenant ? (await addLogger(api, tenant)).id : absentId
}

/** The caller itself where that is possible, else somebody of the organization. */
const ownerOf = ({ caller, target, tenant }: Asked) => (target === 'own' ? (caller.person ?? tenant?.admin) : tenant?.colleague)

async function userDownloadOf(asked: Asked): Promise<number> {
  const { world, tenant } = asked
  const owner = ownerOf(asked)
  if (!tenant || !owner) return absentId
  const body = { selectedIds: [tenant.fileVersionId] }
  return (await world.api.call(createUserDownload, { token: owner.token, body })).body.id
}

const wishFor = (whatId: number) => ({ type: 'Download Ready', what: 'userDownload', whatId }) as const

/** Begun by the caller itself where that is possible, else by somebody of the organization. */
async function uploadOf({ world, caller, target, tenant }: Asked): Promise<{ uploadKey: string }> {
  if (!tenant) return { uploadKey: absentKey }
  const owner = target === 'own' ? (caller.person ?? tenant.admin) : tenant.colleague
  return { uploadKey: await beginUpload(world, 'person', owner.token, tenant.vehicleId) }
}

async function deviceUploadOf({ world, target, tenant }: Asked): Promise<{ uploadKey: string }> {
  if (!tenant) return { uploadKey: absentKey }
  const owner = target === 'colleague' ? tenant.colleagueDevice : tenant.device
  return { uploadKey: await beginUpload(world, 'device', owner.token, tenant.vehicleId) }
}

const newLayout = (tenant: Parameters<typeof marked>[0]) => ({
  name: marked(tenant, `layout ${layouts++}`),
  layout: { plots: [{ series: [{ signal: 'CAN 1/Motion/Speed' }] }] },
})
let layouts = 0

/** A private layout: nobody but its owner sees it. */
async function layoutOf({ world, caller, target, tenant }: Asked): Promise<number> {
  const owner = target === 'own' ? (caller.person ?? tenant?.admin) : tenant?.colleague
  if (!owner || !tenant) return absentId
  const { body } = await world.api.call(createViewLayout, { token: owner.token, body: newLayout(tenant) })
  return body.id
}
