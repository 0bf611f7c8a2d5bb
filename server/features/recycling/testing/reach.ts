import { z } from 'zod'
import type { OperationId } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import type { Request } from '#server/authorization/world.ts'

/** A file of the archive, and what can be asked about it. */
export interface Subject {
  readonly fileVersionId: number
  readonly uploadId: number
  readonly deviceId: number
  /** Download token that was issued while the file was there. */
  readonly downloadToken: string
}

/** What an operation with an id has to do with files of the archive. */
type Reach = ((subject: Subject) => Request) | 'no file' | 'recycles'

const byId = ({ fileVersionId: id }: Subject): Request => ({ params: { id } })
const byUpload = ({ uploadId: id }: Subject): Request => ({ query: { id } })
let serial = 0
const table = { table: 'signal' }

/**
 * Every operation that takes an id, and how it would reach a file by it. Written by hand, so that a new operation has to
 * be thought of here: `no file` says that its ids name something else.
 */
export const reachTable: Readonly<Partial<Record<OperationId, Reach>>> = {
  getRecording: byId,
  getRecordingSignals: byId,
  getRecordingCatalogs: byId,
  decodeRecording: byId,
  getFileVersion: byId,
  getFileContent: byId,
  quickView: ({ fileVersionId }) => ({ query: { uploadFileVersionId: fileVersionId } }),
  getDatabase: byId,
  readDatabaseRows: (subject) => ({ ...byId(subject), body: table }),
  countDatabaseRows: (subject) => ({ ...byId(subject), body: table }),
  readDatabaseCell: (subject) => ({ ...byId(subject), body: { ...table, offset: 0, column: 'name' } }),
  requestDownload: ({ fileVersionId: id }) => ({ query: { type: 'uploadFileVersion', id } }),
  retrieveDownload: ({ downloadToken: token }) => ({ query: { token } }),
  exportData: ({ deviceId, fileVersionId }) => ({ body: { selectedIds: { [deviceId]: [fileVersionId] }, format: 4 } }),
  createUserDownload: ({ fileVersionId }) => ({ body: { selectedIds: [fileVersionId] } }),
  getNotes: byUpload,
  putNotes: (subject) => ({ ...byUpload(subject), body: { notes: 'notes' } }),
  createDataset: ({ fileVersionId: id }) => ({
    body: { name: `Chosen ${++serial}`, type: 'static', upload_file_version_id: [id] },
  }),

  recycleFileVersion: 'recycles',
  restoreFileVersion: 'recycles',
  purgeFileVersion: 'recycles',

  // recycled files of a dataset are left out: datasets.test.ts
  getDataset: 'no file',
  updateDataset: 'no file',
  deleteDataset: 'no file',
  listDatasetFiles: 'no file',
  getAnalyzer: 'no file',
  updateAnalyzer: 'no file',
  deleteAnalyzer: 'no file',
  deleteAnalyzerResults: 'no file',
  getAnalyzerCoverage: 'no file',
  backfillAnalyzer: 'no file',
  createAnalyzer: 'no file',
  // zips that have a recycled file: reach.test.ts
  listUserDownloads: 'no file',
  getUserDownload: 'no file',
  deleteUserDownload: 'no file',
  createNotificationPreference: 'no file',
  deleteNotificationPreference: 'no file',
  listCatalogRecordings: 'no file',
  deleteCatalog: 'no file',
  getCatalog: 'no file',
  updateCatalog: 'no file',
  assignCatalog: 'no file',
  unassignCatalog: 'no file',
  addCatalogVersion: 'no file',
  getCatalogFile: 'no file',
  listCatalogMessages: 'no file',
  listPendingUploads: 'no file',
  abandonPendingUpload: 'no file',
  // what has been archived is not an upload under way any more
  abandonUpload: 'no file',
  uploadOffset: 'no file',
  continueUpload: 'no file',
  overrideUpload: 'no file',
  abandonDeviceUpload: 'no file',
  deviceUploadOffset: 'no file',
  continueDeviceUpload: 'no file',
  overrideDeviceUpload: 'no file',
  // they find by fleets and vehicles: recycling.test.ts
  searchArchive: 'no file',
  searchLocations: 'no file',
  latestLocations: 'no file',
  listVehicleTroubleCodes: 'no file',
  listVehicles: 'no file',
  getVehicle: 'no file',
  getScript: 'no file',
  createDevice: 'no file',
  getDevice: 'no file',
  assignDevice: 'no file',
  createDeviceToken: 'no file',
  deleteFleet: 'no file',
  updateFleet: 'no file',
  createVehicle: 'no file',
  updateVehicle: 'no file',
  deleteVehicle: 'no file',
  listJobs: 'no file',
  getJob: 'no file',
  // scripts and configurations are not files of the archive
  getIpaScript: 'no file',
  updateIpaScript: 'no file',
  deleteIpaScript: 'no file',
  reviewIpaScript: 'no file',
  listPackageFiles: 'no file',
  getPackageFile: 'no file',
  getIpaPackage: 'no file',
  listConfigurations: 'no file',
  createConfiguration: 'no file',
  getConfiguration: 'no file',
  updateConfiguration: 'no file',
  deleteConfiguration: 'no file',
  getConfigurationFile: 'no file',
  // results are not files of the archive; what a run reads: results.test.ts
  getResult: 'no file',
  deleteResult: 'no file',
  getResultFile: 'no file',
  deleteResultFile: 'no file',
  getResultLog: 'no file',
  listResultInputs: 'no file',
  listResults: 'no file',
  shareResults: 'no file',
  requestResultFiles: 'no file',
  cancelResult: 'no file',
  repeatResult: 'no file',
  tryIpaScript: 'no file',
  getAnalyzerMetrics: 'no file',
  deleteAnalysisEnvironment: 'no file',
  createJob: 'no file',
  cancelJob: 'no file',
  deleteJob: 'no file',
  putScriptFile: 'no file',
  putScriptVsdb: 'no file',
  updateUserPreference: 'no file',
  deleteNotification: 'no file',
  updateNotification: 'no file',
  checkNotifications: 'no file',
  updateViewLayout: 'no file',
  deleteViewLayout: 'no file',
  refresh: 'no file',
}

/** Whether an operation names something that could be a file: in its path, query or body. */
export function takesId({ path, query, body }: Operation): boolean {
  const names = [query, body].flatMap((schema) => propertiesOf(schema))
  return path.includes('{') || names.some((name) => /(^id|Id|token)s?$/.test(name))
}

const described = z.object({ properties: z.record(z.string(), z.unknown()).default({}) })

function propertiesOf(schema: z.ZodType): string[] {
  return Object.keys(described.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).properties)
}
