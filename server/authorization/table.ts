import type { Target } from './callers.ts'

/** Expected status for each caller, in the order of `callerNames`. */
export type Statuses = readonly [number, number, number, number, number, number, number, number]

/** `any` for an operation without an object. */
export type Row = { readonly any: Statuses } | Readonly<Partial<Record<Target, Statuses>>>

/**
 * Who may do what: every operation of the contract, and (`operation field`) every place where a body names another
 * object. Written by hand, not computed from the contract, so that opening a door there has to be said twice.
 * The formatter leaves the columns alone.
 */
// prettier-ignore
export const authorizationTable: Readonly<Record<string, Row>> = {
  // signing in                       anonymous plain ipa admin other otherAdmin operator device
  login: {                       any: [200, 200, 200, 200, 200, 200, 200, 200] },
  refresh: {                     any: [200, 200, 200, 200, 200, 200, 200, 200] },
  changePassword: {              any: [204, 204, 204, 204, 204, 204, 204, 204] },
  strategies: {                  any: [200, 200, 200, 200, 200, 200, 200, 200] },
  logout: {                      any: [401, 204, 204, 204, 204, 204, 204, 401] },

  // people
  getCurrentUser: {              any: [401, 200, 200, 200, 200, 200, 200, 401] },
  listUsers: {                   any: [401, 200, 200, 200, 200, 200, 200, 401] },
  listOrganizations: {           any: [401, 403, 403, 200, 403, 200, 200, 401] },
  listUserPreferences: {         any: [401, 200, 200, 200, 200, 200, 200, 401] },
  createUserPreference: {        any: [401, 200, 200, 200, 200, 200, 200, 401] },
  updateUserPreference: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },

  // fleets and vehicles              anonymous plain ipa admin other otherAdmin operator device
  listFleets: {                  any: [401, 200, 200, 200, 200, 200, 200, 401] },
  createFleet: {                 any: [401, 403, 403, 201, 403, 201, 201, 401] },
  updateFleet: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  deleteFleet: {
    own: /*                         */ [401, 403, 403, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  listVehicles: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  createVehicle: {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  getVehicle: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  listVehicleTroubleCodes: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  updateVehicle: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  'updateVehicle fleetId': {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 403, 422, 403, 422, 422, 401],
  },
  deleteVehicle: {
    own: /*                         */ [401, 403, 403, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },

  // devices                          anonymous plain ipa admin other otherAdmin operator device
  listDevices: {                 any: [401, 200, 200, 200, 200, 200, 200, 401] },
  createDevice: {                any: [401, 403, 403, 201, 403, 201, 201, 401] },
  'createDevice vehicleId': {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 403, 422, 403, 422, 422, 401],
  },
  getDevice: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  assignDevice: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  'assignDevice vehicleId': {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 403, 422, 403, 422, 422, 401],
  },
  createDeviceToken: {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },

  // what loggers do                  anonymous plain ipa admin other otherAdmin operator device
  deviceCheckin: {               any: [401, 401, 401, 401, 401, 401, 401, 200] },
  deviceUploadOptions: {         any: [204, 204, 204, 204, 204, 204, 204, 204] },
  createDeviceUpload: {          any: [401, 401, 401, 401, 401, 401, 401, 201] },
  deviceUploadOffset: {
    own: /*                         */ [401, 401, 401, 401, 401, 401, 401, 200],
    colleague: /*                   */ [401, 401, 401, 401, 401, 401, 401, 404],
    foreign: /*                     */ [401, 401, 401, 401, 401, 401, 401, 404],
    absent: /*                      */ [401, 401, 401, 401, 401, 401, 401, 404],
  },
  continueDeviceUpload: {
    own: /*                         */ [401, 401, 401, 401, 401, 401, 401, 204],
    colleague: /*                   */ [401, 401, 401, 401, 401, 401, 401, 404],
    foreign: /*                     */ [401, 401, 401, 401, 401, 401, 401, 404],
    absent: /*                      */ [401, 401, 401, 401, 401, 401, 401, 404],
  },
  abandonDeviceUpload: {
    own: /*                         */ [401, 401, 401, 401, 401, 401, 401, 204],
    colleague: /*                   */ [401, 401, 401, 401, 401, 401, 401, 404],
    foreign: /*                     */ [401, 401, 401, 401, 401, 401, 401, 404],
    absent: /*                      */ [401, 401, 401, 401, 401, 401, 401, 404],
  },
  overrideDeviceUpload: {
    own: /*                         */ [401, 401, 401, 401, 401, 401, 401, 204],
    colleague: /*                   */ [401, 401, 401, 401, 401, 401, 401, 404],
    foreign: /*                     */ [401, 401, 401, 401, 401, 401, 401, 404],
    absent: /*                      */ [401, 401, 401, 401, 401, 401, 401, 404],
  },

  // people's uploads                 anonymous plain ipa admin other otherAdmin operator device
  uploadOptions: {               any: [204, 204, 204, 204, 204, 204, 204, 204] },
  createUpload: {
    own: /*                         */ [401, 201, 201, 201, 201, 201, 201, 401],
    foreign: /*                     */ [401, 400, 400, 400, 400, 400, 400, 401],
    absent: /*                      */ [401, 400, 400, 400, 400, 400, 400, 401],
  },
  'createUpload deviceId': {
    own: /*                         */ [401, 201, 201, 201, 201, 201, 201, 401],
    foreign: /*                     */ [401, 400, 400, 400, 400, 400, 400, 401],
    absent: /*                      */ [401, 400, 400, 400, 400, 400, 400, 401],
  },
  uploadOffset: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  continueUpload: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  abandonUpload: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  overrideUpload: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },

  // the archive: a search for another organization's fleet finds nothing, as for one that does not exist
  //                                  anonymous plain ipa admin other otherAdmin operator device
  searchArchive: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 200, 200, 200, 200, 200, 200, 401],
    absent: /*                      */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  listCollections: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 200, 200, 200, 200, 200, 200, 401],
    absent: /*                      */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  listExtensions: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 200, 200, 200, 200, 200, 200, 401],
    absent: /*                      */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  getNotes: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  requestDownload: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  // the token is the right, whoever brings it
  retrieveDownload: {
    own: /*                         */ [200, 200, 200, 200, 200, 200, 200, 200],
    absent: /*                      */ [404, 404, 404, 404, 404, 404, 404, 404],
  },
  // catalogs: everybody reads them, administrators of the organization change them
  //                                  anonymous plain ipa admin other otherAdmin operator device
  listCatalogs: {                any: [401, 200, 200, 200, 200, 200, 200, 401] },
  createCatalog: {               any: [401, 403, 403, 201, 403, 201, 201, 401] },
  getCatalog: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  updateCatalog: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  deleteCatalog: {
    own: /*                         */ [401, 403, 403, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  addCatalogVersion: {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  getCatalogFile: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  listCatalogMessages: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  assignCatalog: {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  'assignCatalog fleetId': {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 403, 422, 403, 422, 422, 401],
  },
  'assignCatalog vehicleId': {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 403, 422, 403, 422, 422, 401],
  },
  unassignCatalog: {
    own: /*                         */ [401, 403, 403, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  'unassignCatalog assignmentId': {
    own: /*                         */ [401, 403, 403, 404, 403, 404, 404, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  listCatalogRecordings: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },

  // recordings                       anonymous plain ipa admin other otherAdmin operator device
  getRecording: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  getRecordingSignals: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  decodeRecording: {
    own: /*                         */ [401, 202, 202, 202, 202, 202, 202, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  getRecordingCatalogs: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  // the vehicle of another organization was nowhere, as one that does not exist
  searchLocations: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 200, 200, 200, 200, 200, 200, 401],
    absent: /*                      */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  latestLocations: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 200, 200, 200, 200, 200, 200, 401],
    absent: /*                      */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  getMapSettings: {              any: [401, 200, 200, 200, 200, 200, 200, 401] },
  // no operator's file is set here
  getMapFile: {                  any: [401, 404, 404, 404, 404, 404, 404, 401] },
  listExportFormats: {           any: [401, 200, 200, 200, 200, 200, 200, 401] },
  exportData: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  streamEvents: {                any: [401, 200, 200, 200, 200, 200, 200, 401] },
  listJobs: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 200, 200, 200, 200, 200, 200, 401],
    absent: /*                      */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  getJob: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },

  // the server                       anonymous plain ipa admin other otherAdmin operator device
  health: {                      any: [200, 200, 200, 200, 200, 200, 200, 200] },
  test: {                        any: [200, 200, 200, 200, 200, 200, 200, 200] },
  openapi: {                     any: [200, 200, 200, 200, 200, 200, 200, 200] },
  // from the server's own machine
  metrics: {                     any: [200, 200, 200, 200, 200, 200, 200, 200] },
  serverInfo: {                  any: [401, 200, 200, 200, 200, 200, 200, 401] },
  getDemo: {                     any: [401, 200, 200, 200, 200, 200, 200, 401] },
  removeDemo: {                  any: [401, 403, 403, 403, 403, 403, 204, 401] },
}
